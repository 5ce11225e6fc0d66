// SPDX-License-Identifier: GPL-2.0-or-later
#include "fail.h"
#include "find.h"
#include "output.h"
#include "results.h"

void results_init(struct results *results, const struct request *req)
{
	*results = (struct results){ .req = req, .json = json_array() };
}

enum status results_add(struct results *results, json_t *object)
{
	if (json_array_append_new(results->json, object))
		return fail(STATUS_FAILED, "out of memory");
	return STATUS_DONE;
}

static enum status print_json(const struct results *results)
{
	if (results->req->all)
		return output_json(json_pack("{s:O, s:o}", "namespaces",
					     results->json, "errors",
					     fail_json()));
	return output_json(json_incref(json_array_get(results->json, 0)));
}

enum status results_print(struct results *results,
			  const struct column *columns, size_t size,
			  enum status status)
{
	bool some = results->req->all || json_array_size(results->json);
	enum status printed = STATUS_DONE;
	const struct array *rows = &results->rows;

	if (status == STATUS_DONE || status == STATUS_LOSES ||
	    (status == STATUS_FAILED && some)) {
		if (results->req->json)
			printed = print_json(results);
		else if (columns)
			printed = table_print(columns, results->req, rows->list,
					      size, rows->count);
	}
	array_free(&results->rows);
	json_decref(results->json);

	return status_worst(status, printed);
}

enum status results_run(struct results *results, namespace_fn *fn, void *arg,
			const struct column *columns, size_t size)
{
	struct namespaces spaces;
	enum status status;

	status = find_namespaces(results->req, &spaces);
	if (status == STATUS_DONE)
		status = namespaces_each(&spaces, fn, arg);
	status = results_print(results, columns, size, status);
	namespaces_close(&spaces);
	return status;
}
