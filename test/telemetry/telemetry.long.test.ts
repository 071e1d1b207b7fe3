import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { createUsedInstallation, startLectern } from "../cli/lectern.ts";
import { onBothDatabases } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import type { ReceivedSpan } from "./otlp-receiver.ts";
import { readExpression, readSeries } from "./read-expressions.ts";
import { callerSpan, callerTrace, privateTexts, type WatchedRun, watchRun } from "./watched-run.ts";

vi.setConfig(slow);

const root = resolve(import.meta.dirname, "../..");
/** Labels that Prometheus itself adds. */
const labelsOfPrometheus = ["job", "instance"];
/** The metrics that both servers exported, for the tests of the dashboard and the alerts. */
let exported = 'up{job="lectern",instance="127.0.0.1:3000"} 1\n';

onBothDatabases((dialect) => {
  test("an update and a question appear in traces and metrics, without any text that people wrote", async () => {
    const run = await watchRun(dialect);
    exported += run.metrics + run.workerMetrics;
    expectUpdateTrace(run);
    expectQuestionTrace(run);
    expectNothingPrivate(run);
    expectMetrics(run);
    const connections = /^lectern_database_connections\{state="total"\} [1-9]/m;
    expect([run.metrics, run.workerMetrics].map((text) => connections.test(text))).toEqual(
      dialect === "sqlite" ? [false, false] : [true, true],
    );
  });
});

function expectUpdateTrace({ receiver, statusId, running }: WatchedRun): void {
  const trace = receiver.spans.filter((span) => span.traceId === callerTrace);
  const request = only(trace, "triggerUpdate");
  expect(request).toMatchObject({
    parentSpanId: callerSpan,
    kind: 2,
    attributes: {
      "http.request.method": "POST",
      "http.route": "/v1/project/update/:projectId",
      "http.response.status_code": 202,
    },
    resource: { "service.name": "lectern", "lectern.role": "api", "deployment.environment.name": "test" },
  });
  const enqueued = only(trace, "enqueue update.run", request);
  const claimed = only(trace, "claim update.run", enqueued);
  const run = only(trace, "run update.run", claimed);
  expect(run).toMatchObject({
    kind: 5,
    attributes: { "lectern.job.id": statusId, "lectern.job.outcome": "done" },
    resource: { "lectern.role": "worker" },
  });
  const fetched = only(trace, "fetch-source", run);
  expect(trace.some((span) => span.name.startsWith("git ") && isChild(span, fetched))).toBe(true);
  only(trace, "build-pages", run);
  only(trace, "index-pages", run);
  const published = only(trace, "publish-site", run);
  const stored = trace.filter((span) => span.name === "store put" && isChild(span, published));
  expect(stored[0]?.attributes).toMatchObject({ "lectern.store": "folder", "lectern.objects": expect.any(Number) });
  expect(running.stderr).toContain(`"traceId":"${callerTrace}"`);
}

function expectQuestionTrace({ receiver, model }: WatchedRun): void {
  const ask = only(receiver.spans, "sendMessageV2");
  // The trace header of this request was invalid, so its span has no parent.
  expect(ask.parentSpanId).toBe("");
  const call = only(receiver.spans, "model chat", ask);
  expect(call).toMatchObject({
    kind: 3,
    attributes: {
      "gen_ai.request.model": "scripted",
      "lectern.model.outcome": "done",
      "gen_ai.usage.input_tokens": 120,
      "gen_ai.usage.output_tokens": 7,
    },
  });
  expect(model.requests.at(-1)?.headers.traceparent).toBe(`00-${call.traceId}-${call.spanId}-01`);
}

function expectNothingPrivate({ receiver, adminKey, assistantKey }: WatchedRun): void {
  expect(new Set(receiver.headers.map((sent) => sent["x-collector-key"]))).toEqual(new Set(["collector-secret"]));
  const everything = Buffer.concat(receiver.bytes).toString("latin1");
  expect([adminKey, assistantKey, ...privateTexts].filter((text) => everything.includes(text))).toEqual([]);
  const names = new Set(receiver.spans.map(({ name }) => name));
  expect([...names].filter((name) => /upd_|prj_|\d{3}|\?/.test(name))).toEqual([]);
}

function expectMetrics({ metrics, workerMetrics }: WatchedRun): void {
  const answers = [
    'lectern_model_calls_total{outcome="done",use="answers"} 1',
    'lectern_model_tokens_total{direction="input",use="answers"} 120',
    'lectern_model_tokens_total{direction="output",use="answers"} 7',
    'lectern_model_cost_total{use="answers"} 0.0002',
    'lectern_nodes{role="worker"} 1',
    'lectern_queue_oldest_seconds{kind="update.run"} 0',
  ];
  const updates = [
    'lectern_updates_total{outcome="success"} 1',
    'lectern_update_step_seconds_count{step="build-pages"} 1',
    'lectern_jobs_total{kind="update.run",outcome="done"} 1',
    'lectern_job_seconds_count{kind="update.run"} 1',
  ];
  expect(answers.filter((line) => !metrics.includes(`${line}\n`))).toEqual([]);
  const ofWorker = workerMetrics === "" ? metrics : workerMetrics;
  expect(updates.filter((line) => !ofWorker.includes(`${line}\n`))).toEqual([]);
  for (const text of [metrics, workerMetrics]) {
    const families = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    expect(families).toEqual([...new Set(families)]);
  }
}

test("a collector that can't be reached is logged once, and nothing waits for it", async () => {
  const { variables, projectId, adminKey } = await createUsedInstallation("sqlite");
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_EXPORTER_OTLP_TIMEOUT: "200" };
  const api = await startLectern({ ...variables, ...collector }, "serve");
  const headers = { authorization: `Bearer ${adminKey}` };
  const trigger = () => fetch(`${api.url}/v1/project/update/${projectId}`, { method: "POST", headers });
  expect((await trigger()).status).toBe(202);
  const outage = "The trace collector can't be reached";
  await api.waitFor(() => api.stderr.includes(outage));
  expect((await trigger()).status).toBe(202);
  expect(await api.stop()).toBe(0);
  expect(api.stderr.split(outage)).toHaveLength(2);
});

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook_url: string };
}

interface Panel {
  title: string;
  targets?: { expr: string; legendFormat: string }[];
}

/** The metrics and labels in an expression that no server exports. */
function missingFrom(series: ReturnType<typeof readSeries>, expression: string): string[] {
  return readExpression(expression).flatMap(({ metric, labels, values }) => {
    const known = series.get(metric);
    if (known === undefined) return [metric];
    const wanted = labels.filter((label) => !labelsOfPrometheus.includes(label));
    return [
      ...wanted.filter((label) => !known.has(label)).map((label) => `${metric}: ${label}`),
      ...values
        .filter(({ label, value }) => known.has(label) && !known.get(label)?.has(value))
        .map(({ label, value }) => `${metric}: ${label}="${value}"`),
    ];
  });
}

test("every panel of the dashboard reads metrics and labels that exist", () => {
  const { panels } = JSON.parse(readFileSync(resolve(root, "deploy/grafana/lectern.json"), "utf8")) as {
    panels: Panel[];
  };
  const targets = panels.flatMap(({ targets = [] }) => targets);
  expect(targets.length).toBeGreaterThan(20);
  const series = readSeries(exported);
  expect(targets.flatMap(({ expr }) => missingFrom(series, expr))).toEqual([]);
  const shown = targets.flatMap(({ expr, legendFormat }) =>
    [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => ({ expr, label })),
  );
  expect(shown.filter(({ expr, label }) => !labelsOfPrometheus.includes(label) && !expr.includes(label))).toEqual([]);
});

test("every alert reads metrics and labels that exist, and has a runbook in the guide", () => {
  const { groups } = parse(readFileSync(resolve(root, "deploy/prometheus/alerts.yaml"), "utf8")) as {
    groups: { rules: Rule[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(5);
  const series = readSeries(exported);
  expect(rules.flatMap(({ expr }) => missingFrom(series, expr))).toEqual([]);
  const guide = readFileSync(resolve(root, "docs/guides/monitoring.mdx"), "utf8");
  const anchors = [...guide.matchAll(/^#{2,4} (.+)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(" ", "-"),
  );
  for (const { alert, labels, annotations } of rules) {
    expect(["critical", "warning"]).toContain(labels.severity);
    expect(annotations.summary.length).toBeGreaterThan(10);
    expect(annotations.description.length).toBeGreaterThan(10);
    expect(annotations.runbook_url).toBe(`/guides/monitoring#${alert.toLowerCase()}`);
    expect(anchors).toContain(alert.toLowerCase());
  }
});

function only(spans: readonly ReceivedSpan[], name: string, parent?: ReceivedSpan): ReceivedSpan {
  const found = spans.filter((span) => span.name === name && (parent === undefined || isChild(span, parent)));
  const [first] = found;
  if (first === undefined || found.length > 1) {
    throw new Error(`${found.length} spans are named ${name} among ${spans.map((span) => span.name).join(", ")}`);
  }
  return first;
}

function isChild(span: ReceivedSpan, parent: ReceivedSpan): boolean {
  return span.parentSpanId === parent.spanId && span.traceId === parent.traceId;
}
