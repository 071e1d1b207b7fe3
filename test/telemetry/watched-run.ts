import { expect, onTestFinished } from "vitest";
import { freePort } from "../../src/platform/free-port.ts";
import { countSweep } from "../../src/platform/sweeps/store.ts";
import { type RunningLectern, startLectern } from "../cli/lectern.ts";
import { createSmallInstallation, type SmallInstallation } from "../database/small-installation.ts";
import { createEmptyStorage, type Dialect, openStorage } from "../support/database.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { type OtlpReceiver, startOtlpReceiver } from "./otlp-receiver.ts";

export const callerTrace = "0af7651916cd43dd8448eb211c80319c";
export const callerSpan = "b7ad6b7169203331";
/** Texts that must not be in any trace. */
export const privateTexts = ["model-secret", "query-secret", "elephant", "secret-answer"];

const waitOptions = { timeout: 500_000, interval: 100 };

export interface WatchedRun extends SmallInstallation {
  receiver: OtlpReceiver;
  model: ModelServer;
  running: RunningLectern;
  /** The ID of the update. */
  statusId: string;
  /** The metrics of the API, and of the worker if it has no port of its own. */
  metrics: string;
  workerMetrics: string;
}

/** Runs one update and one question on a whole server, with a trace collector and a scripted model, and stops it. */
export async function watchRun(dialect: Dialect): Promise<WatchedRun> {
  const [receiver, model, storage] = await Promise.all([
    startOtlpReceiver(),
    startModelServer(),
    createEmptyStorage(dialect),
  ]);
  onTestFinished(async () => void (await Promise.all([receiver.close(), model.close(), storage.remove()])));
  model.fallback = () => ({ text: ["Run the secret-answer installer."], usage: { input: 120, output: 7 } });
  const installation = await createSmallInstallation(storage);
  const database = await openStorage(storage);
  await countSweep(database.query, "sessions", false);
  await database.close();
  // With SQLite, the API exports the worker's metrics; with PostgreSQL, the worker exports its own.
  const workerPort = dialect === "sqlite" ? "" : String(await freePort("127.0.0.1"));
  const running = await startLectern({
    ...installation.variables,
    LECTERN_WORKER_PORT: workerPort,
    LECTERN_MODEL: "scripted",
    LECTERN_MODEL_URL: model.url,
    LECTERN_MODEL_KEY: "model-secret",
    LECTERN_MODEL_PRICES: "scripted=1/2",
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=collector-secret",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
  });
  const statusId = await update(running.url, installation);
  await ask(running.url, installation.assistantKey);
  const read = async (url: string) => (await fetch(`${url}/metrics`)).text();
  const workerUrl = workerPort === "" ? running.url : `http://127.0.0.1:${workerPort}`;
  // Clients may see the end of a job right before it is counted.
  await expect.poll(() => read(workerUrl), waitOptions).toContain('{kind="update.run",outcome="done"} 1');
  const metrics = await read(running.url);
  const workerMetrics = workerPort === "" ? "" : await read(workerUrl);
  expect(await running.stop()).toBe(0);
  return { ...installation, receiver, model, running, statusId, metrics, workerMetrics };
}

async function update(url: string, { projectId, adminKey }: SmallInstallation): Promise<string> {
  const headers = { authorization: `Bearer ${adminKey}` };
  const traced = { ...headers, traceparent: `00-${callerTrace}-${callerSpan}-01` };
  const path = `${url}/v1/project/update/${projectId}?secret=query-secret`;
  const { statusId } = (await (await fetch(path, { method: "POST", headers: traced })).json()) as { statusId: string };
  const readStatus = async () => {
    const reply = await fetch(`${url}/v1/project/update-status/${statusId}`, { headers });
    return ((await reply.json()) as { status: string }).status;
  };
  await expect.poll(readStatus, waitOptions).toBe("success");
  return statusId;
}

async function ask(url: string, assistantKey: string): Promise<void> {
  const text = "How do I install Acme with a purple elephant?";
  const reply = await fetch(`${url}/discovery/v2/assistant/acme/message`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${assistantKey}`,
      "content-type": "application/json",
      traceparent: "00-zz-invalid",
    },
    body: JSON.stringify({ fp: "test", messages: [{ role: "user", id: "1", parts: [{ type: "text", text }] }] }),
  });
  expect(await reply.text()).toContain("Run the secret-answer ");
}
