import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../src/platform/free-port.ts";
import { publishPages } from "../assistant/asked-project.ts";
import { type Publisher, startPublisher } from "../updates/publisher.ts";
import { startFrontProxy } from "./front-proxy.ts";

const program = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
const run = promisify(execFile);

let lectern: Publisher;
let port: number;
let stopProxy: () => Promise<void>;
let folder: string;

beforeAll(async () => {
  lectern = await startPublisher("sqlite");
  await publishPages(lectern, "kettle");
  port = await freePort("127.0.0.1");
  // The suite can't resolve the names of sites.
  const upstream = { port: lectern.port, host: `kettle.localhost:${lectern.port}` };
  stopProxy = await startFrontProxy({ port, upstream, basePath: "/mcp" });
  folder = await mkdtemp(join(tmpdir(), "conformance-"));
});
afterAll(async () => {
  await stopProxy();
  await rm(folder, { recursive: true });
  await lectern.close();
});

/** Checks that need a tool, prompt or resource of the suite's own test server, or a stream of changes. */
const notApplicable: Readonly<Record<string, readonly string[]>> = {
  "server-stateless": [
    "sep-2575-server-rejects-undeclared-capability",
    "sep-2575-missing-capability-http-400",
    "sep-2575-http-server-no-independent-requests-on-stream",
    "sep-2575-server-no-log-without-loglevel",
    "sep-2575-server-sends-subscription-ack",
    "sep-2575-server-tags-subscription-id",
  ],
  caching: [
    "sep-2549-prompts-list-caching-hints",
    "sep-2549-resources-list-caching-hints",
    "sep-2549-resources-templates-list-caching-hints",
  ],
};

test.each([
  ["server-stateless", "2026-07-28", 20],
  ["tools-list", "2026-07-28", 2],
  ["caching", "2026-07-28", 2],
  ["http-header-validation", "2026-07-28", 2],
  ["server-initialize", "2025-11-25", 2],
  ["ping", "2025-11-25", 2],
  ["tools-list", "2025-11-25", 2],
] as const)("the official suite's scenario %s passes in revision %s", async (scenario, revision, passedMin) => {
  const results = join(folder, `${scenario}-${revision}`);
  const site = `http://127.0.0.1:${port}/mcp`;
  const args = ["server", "--url", site, "--scenario", scenario, "--spec-version", revision, "-o", results];
  // The program fails if any check does, also those that don't apply.
  await run(process.execPath, [program, ...args]).catch(() => undefined);
  const [name = ""] = await readdir(results);
  const checks: { id: string; status: string }[] = JSON.parse(
    await readFile(join(results, name, "checks.json"), "utf8"),
  );
  const idsWith = (status: string) => checks.filter((check) => check.status === status).map(({ id }) => id);
  expect([...new Set(idsWith("FAILURE"))].toSorted()).toEqual([...(notApplicable[scenario] ?? [])].toSorted());
  expect(idsWith("SUCCESS").length).toBeGreaterThanOrEqual(passedMin);
});
