import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSpecFetcher } from "./fetch-spec.ts";
import { specLimits } from "./spec-limits.ts";

let server: Server;
let origin: string;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/spec.json") response.end('{"openapi":"3.1.0"}');
    else if (request.url === "/moved") response.writeHead(302, { location: "/spec.json" }).end();
    else if (request.url === "/inside") response.writeHead(302, { location: "http://127.0.0.2/spec.json" }).end();
    else if (request.url === "/circle") response.writeHead(301, { location: "/circle" }).end();
    else if (request.url === "/large") response.end(Buffer.alloc(specLimits.bytesMax + 1));
    else response.writeHead(404).end("no");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

function bring(path: string, allowedHosts: string[]) {
  return createSpecFetcher(allowedHosts)(
    path.startsWith("/") ? `${origin}${path}` : path,
    new AbortController().signal,
  );
}

test("a description is brought from a host that the operator lists, also by a detour", async () => {
  expect(await bring("/spec.json", ["127.0.0.1"])).toEqual({ text: '{"openapi":"3.1.0"}' });
  expect(await bring("/moved", ["127.0.0.1"])).toEqual({ text: '{"openapi":"3.1.0"}' });
});

test("a host inside the operator's network is not asked, named or led to", async () => {
  const before = asked.length;
  const refused = { problem: expect.stringContaining("is not on the public internet") };
  expect(await bring("/spec.json", [])).toEqual(refused);
  expect(asked.length).toBe(before);
  expect(await bring("/inside", ["127.0.0.1"])).toEqual(refused);
});

test.each([
  ["/nowhere", "it answers with status 404"],
  ["/circle", "it leads on more than 3 times"],
  ["/large", "it holds more than 10 MiB"],
  ["http://8.8.8.8/spec.json", "only addresses that begin with https:// are opened"],
  ["ftp://127.0.0.1/spec.json", "only addresses that begin with https:// are opened"],
])("%s is not brought: %s", async (path, problem) => {
  expect(await bring(path, ["127.0.0.1"])).toEqual({ problem });
});

test("a build that is stopped does not wait for an answer", async () => {
  const stopped = AbortSignal.abort(new Error("stopped"));
  await expect(createSpecFetcher(["127.0.0.1"])(`${origin}/spec.json`, stopped)).rejects.toThrow("stopped");
});
