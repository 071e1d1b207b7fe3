import { expect, test, vi } from "vitest";
import type { Check } from "../../src/cli/checks/check.ts";
import { freePort } from "../../src/platform/free-port.ts";
import { createUsedInstallation, lecternHere, startLectern } from "../cli/lectern.ts";
import { startS3Server } from "../support/s3-server.ts";
import { slow } from "../support/slow.ts";

vi.setConfig(slow);

const waitOptions = { timeout: 150_000, interval: 20 };

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status;
}

test("after a stop signal a server is not ready but still answers, and a second signal ends it", async () => {
  const { variables } = await createUsedInstallation("sqlite");
  const running = await startLectern({ ...variables, LECTERN_GRACE_SECONDS: "600" }, "serve");
  expect(await statusOf(`${running.url}/readyz`)).toBe(200);
  running.process.kill("SIGTERM");
  await vi.waitFor(async () => expect(await statusOf(`${running.url}/readyz`)).toBe(503), waitOptions);
  const reply = await fetch(`${running.url}/openapi.json`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("connection")).toBe("close");
  expect(await statusOf(`${running.url}/healthz`)).toBe(200);
  running.process.kill("SIGTERM");
  expect(await running.ended).toBe(1);
});

test("a worker reports its health and its jobs on its own port", async () => {
  const { variables } = await createUsedInstallation("sqlite");
  const port = String(await freePort("127.0.0.1"));
  await startLectern({ ...variables, LECTERN_WORKER_PORT: port }, "worker");
  const url = `http://127.0.0.1:${port}`;
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "alive" });
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: "ready" });
  expect(await statusOf(`${url}/v1/anything`)).toBe(404);
  await lecternHere(variables, "update", "run", "acme", "--wait");
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toMatch(/^lectern_jobs_total\{kind="update.run",outcome="given_up"\} [1-9]/m);
  expect(metrics).toMatch(/^lectern_job_seconds_count\{kind="update.run"\} [1-9]/m);
  expect(metrics).toMatch(/^lectern_last_claim_seconds \d/m);
  expect(metrics).toMatch(/^process_resident_memory_bytes \d/m);
});

test("the doctor reports a store that refuses the credentials and a server without a worker", async () => {
  const { variables } = await createUsedInstallation("sqlite");
  const s3 = await startS3Server();
  await startLectern(variables, "serve");
  const wrong = {
    ...variables,
    LECTERN_ARTIFACTS: `s3://${s3.bucket}?region=${s3.region}&endpoint=${encodeURIComponent(s3.endpoint.href)}`,
    AWS_ACCESS_KEY_ID: s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: "a wrong secret",
  };
  const { exitCode, stdout } = await lecternHere({ ...wrong, PATH: "" }, "doctor", "--json");
  await s3.close();
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  expect(exitCode).toBe(1);
  expect(checks).toContainEqual(
    expect.objectContaining({ name: "store", state: "fail", found: expect.stringContaining("SignatureDoesNotMatch") }),
  );
  expect(checks).toContainEqual(expect.objectContaining({ name: "workers", state: "fail" }));
  expect(stdout).not.toContain("a wrong secret");
});
