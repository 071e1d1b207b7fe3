import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { codeOf } from "./example-page.ts";

const run = promisify(execFile);
const answer = "Run `npm install lectern-docs`.\nYou need Node 22.";
const threadId = "thr_8f2c41d07b9e4a53a1c6e0f7d2b94e18";

let address = "";
let received: { path: string; body: Record<string, unknown> }[] = [];

const server = createServer(async (request, reply) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const path = request.url ?? "";
  received.push({ path, body: JSON.parse(body) as Record<string, unknown> });
  const version = path.includes("/v2/") ? "v2" : "v4";
  reply.writeHead(200, { "x-thread-id": threadId });
  reply.end(readFileSync(join(import.meta.dirname, `streams/${version}-stream-recommended.txt`)));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  received = [];
});
afterAll(() => server.close());

test.each([
  ["chat-sdk-4.mdx", "/discovery/v1/assistant/docs/message"],
  ["chat-sdk-5.mdx", "/discovery/v2/assistant/docs/message"],
])("the script of %s shows the answer, its sources and the thread", async (page, path) => {
  const env = { ...process.env, ASSISTANT_KEY: "svc_dsc_x", LECTERN_URL: address, THREAD_ID: "mine" };
  const script = codeOf(page, "js ask.mjs");
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script, "--", "How", "to", "install?"], {
    env,
  });
  expect(received).toMatchObject([{ path, body: { fp: "anonymous", threadId: "mine" } }]);
  expect(JSON.stringify(received[0]?.body)).toContain("install?");
  expect(stdout).toContain("- Install: https://docs.example.com/install");
  expect(stdout).toContain(answer);
  expect(stdout).toContain(`THREAD_ID=${threadId}`);
});
