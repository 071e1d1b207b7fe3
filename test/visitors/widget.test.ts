import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { send } from "../contract/send.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { slow } from "../support/slow.ts";

vi.setConfig(slow);

let lectern: Installation;
const load = (encoding: string) => fetch(`${lectern.node.url}/widget.js`, { headers: { "accept-encoding": encoding } });

beforeAll(async () => {
  lectern = await startInstallation("sqlite");
});
afterAll(() => lectern.stop());

test("any website can load the widget, and may cache it", async () => {
  const reply = await load("identity");
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(reply.headers.get("access-control-allow-origin")).toBe("*");
  expect(reply.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(reply.headers.get("cache-control")).toContain("max-age=3600");
  const etag = reply.headers.get("etag") ?? "";
  const again = await send(lectern.node.url, { path: "/widget.js", headers: { "if-none-match": etag } });
  expect([again.status, again.text]).toEqual([304, ""]);
});

test("the widget is compressed with the best encoding that the browser accepts", async () => {
  const plain = await (await load("identity")).text();
  const raw = async (encoding: string) => {
    const reply = await lectern.node.server.http.inject({
      url: "/widget.js",
      headers: { "accept-encoding": encoding },
    });
    expect(reply.headers["content-encoding"]).toBe(encoding);
    return reply.rawPayload;
  };
  expect(gunzipSync(await raw("gzip")).toString()).toBe(plain);
  expect(brotliDecompressSync(await raw("br")).toString()).toBe(plain);
});

test("the widget is not served on a site's own address", async () => {
  const host = "acme-docs.sites.lectern.test";
  expect((await send(lectern.node.url, { path: "/widget.js", headers: { host } })).status).toBe(404);
});
