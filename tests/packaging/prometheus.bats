#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What unixcredctl exports, through node_exporter to Prometheus and its alerts.

load ../guest

METRICS=/run/unixcred/metrics

setup_file() {
	start_guest
	guest mkdir "$METRICS"
	guest sh -c 'unixcredctl set always
		ip netns add web && unixcredctl -N web set per-socket-flag'
	export_metrics
	guest sh -c "cat >/run/unixcred/prometheus.yml <<-'END'
		global: { scrape_interval: 1s, evaluation_interval: 1s }
		rule_files: [ $TOP/packaging/prometheus/unixcred.rules.yml ]
		scrape_configs:
		  - job_name: node
		    static_configs: [ { targets: [ \"127.0.0.1:9100\" ] } ]
		END
		prometheus-node-exporter --collector.disable-defaults \
			--collector.textfile \
			--collector.textfile.directory=$METRICS \
			--web.listen-address=127.0.0.1:9100 \
			>/run/unixcred/node_exporter.log 2>&1 &
		prometheus --config.file=/run/unixcred/prometheus.yml \
			--storage.tsdb.path=/run/unixcred/tsdb \
			--web.listen-address=127.0.0.1:9090 \
			>/run/unixcred/prometheus.log 2>&1 &"
}

teardown_file() {
	stop_guest
}

export_metrics() {
	guest unixcredctl export --output "$METRICS/unixcred.prom"
}

# until_query QUERY ANSWER : wait until Prometheus answers with this number
until_query() {
	guest_python "$1" "$2" <<-'END'
		import json, sys, time, urllib.parse, urllib.request
		url = ("http://127.0.0.1:9090/api/v1/query?" +
		    urllib.parse.urlencode({"query": sys.argv[1]}))
		end = time.monotonic() + 100
		result = None
		while time.monotonic() < end:
		    try:
		        with urllib.request.urlopen(url) as answer:
		            result = json.load(answer)["data"]["result"]
		    except OSError as error:
		        result = error
		    if (isinstance(result, list) and len(result) == 1 and
		            result[0]["value"][1] == sys.argv[2]):
		        sys.exit()
		    time.sleep(0.2)
		sys.exit(f"{sys.argv[1]}: {result}")
	END
}

@test "Prometheus knows the policy of each namespace" {
	until_query 'unix_passcred_policy{netns="",policy="always"}' 1
	until_query 'unix_passcred_policy{netns="web",policy="per-socket-flag"}' 1
	until_query 'unix_passcred_policy{netns="web",policy="always"}' 0
	guest unixcredctl -N web set on-request
	export_metrics
	until_query 'unix_passcred_policy{netns="web",policy="on-request"}' 1
}

@test "an alert fires when credentials are lost, for that namespace alone" {
	until_query 'unix_passcred_missing_total{netns="web",class="plain"}' 0
	guest ip netns exec web "$TOP/tests/guest/send-late"
	export_metrics
	until_query 'unix_passcred_missing_total{netns="web",class="plain"}' 1
	until_query 'ALERTS{alertname="UnixCredentialsLost",alertstate="firing",netns="web"}' 1
	until_query 'count(ALERTS{alertname="UnixCredentialsLost"})' 1
}

@test "node_exporter takes the file without an error" {
	until_query node_textfile_scrape_error 0
}

@test "the alerts fire when they should, and only then" {
	promtool check rules "$TOP/packaging/prometheus/unixcred.rules.yml"
	run -0 promtool test rules "$TOP/tests/packaging/rules.yml"
}

@test "the dashboard asks for metrics that there are" {
	local metric dashboard=$TOP/packaging/grafana/unixcred.json

	guest unixcredctl export >"$BATS_TEST_TMPDIR/metrics"
	jq -e '.panels | length > 0' "$dashboard"
	for metric in $(grep -Eo 'unix_passcred_[a-z_]+' "$dashboard" \
		"$TOP/packaging/prometheus/unixcred.rules.yml" -h | sort -u); do
		grep -q "^$metric{" "$BATS_TEST_TMPDIR/metrics"
	done
}
