import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSpecFetcher } from "./fetch-spec.ts";
import { specLimits } from "./spec-limits.ts";

let server: Server;
let origin: string;
const requested: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requested.push(request.url ?? "");
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

function fetchSpec(path: string, allowedHosts: string[]) {
  return createSpecFetcher(allowedHosts)(
    path.startsWith("/") ? `${origin}${path}` : path,
    new AbortController().signal,
  );
}

test("an API description is fetched from a host that the operator allows, even after a redirect", async () => {
  expect(await fetchSpec("/spec.json", ["127.0.0.1"])).toEqual({ text: '{"openapi":"3.1.0"}' });
  expect(await fetchSpec("/moved", ["127.0.0.1"])).toEqual({ text: '{"openapi":"3.1.0"}' });
});

test("a host in the operator's network is never requested, not even after a redirect", async () => {
  const before = requested.length;
  const refused = { problem: expect.stringContaining("is not on the public internet") };
  expect(await fetchSpec("/spec.json", [])).toEqual(refused);
  expect(requested.length).toBe(before);
  expect(await fetchSpec("/inside", ["127.0.0.1"])).toEqual(refused);
});

test.each([
  ["/nowhere", "it answered with status 404"],
  ["/circle", "it redirects more than 3 times"],
  ["/large", "it is larger than 10 MiB"],
  ["http://8.8.8.8/spec.json", "only https:// addresses are fetched"],
  ["ftp://127.0.0.1/spec.json", "only https:// addresses are fetched"],
])("the API description at %s is not fetched: %s", async (path, problem) => {
  expect(await fetchSpec(path, ["127.0.0.1"])).toEqual({ problem });
});

test("a canceled build does not wait for an API description", async () => {
  const stopped = AbortSignal.abort(new Error("stopped"));
  await expect(createSpecFetcher(["127.0.0.1"])(`${origin}/spec.json`, stopped)).rejects.toThrow("stopped");
});
