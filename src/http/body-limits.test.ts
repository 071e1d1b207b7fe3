import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../platform/log.ts";
import { createHttp } from "./create-http.ts";

test("a body that is too large is refused with the limit of its route", async () => {
  const http = createHttp({ log: createLog("silent", "api"), trustedProxies: [], operations: {} });
  onTestFinished(() => http.close());
  http.post("/default", async () => "");
  http.post("/large", { bodyLimit: 3 * 1_048_576 }, async () => "");
  http.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.bodyLimit = 32_768;
    });
    scope.post("/scope", async () => "");
  });
  http.post("/small", { bodyLimit: 10_000 }, async () => "");
  for (const [url, limit] of Object.entries({
    "/default": "64 KiB",
    "/large": "3 MiB",
    "/small": "9 KiB",
    "/scope": "32 KiB",
  })) {
    const payload = JSON.stringify("x".repeat(4_000_000));
    const reply = await http.inject({ method: "POST", url, payload, headers: { "content-type": "application/json" } });
    expect([reply.statusCode, reply.json()]).toEqual([413, { error: `The body is too large; send at most ${limit}.` }]);
  }
});
