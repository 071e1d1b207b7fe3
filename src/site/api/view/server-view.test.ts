import { expect, test } from "vitest";
import { isFreeVariable, serverAddress, serverOrigins, viewServers } from "./server-view.ts";

function view(servers: unknown[]) {
  const root = JSON.parse(JSON.stringify({ servers })) as Record<string, never>;
  return viewServers({ file: "a.json", root }, {}, {});
}

test("every address that a reader can choose is an origin, and nothing else is", () => {
  const servers = view([
    { url: "https://{region}.example.com/v1/", variables: { region: { default: "eu", enum: ["eu", "us"] } } },
    { url: "http://localhost:8080" },
    { url: "/relative" },
    { url: "{any}", variables: { any: { default: "https://default.example" } } },
  ]);
  expect(serverOrigins(servers)).toEqual([
    "https://eu.example.com",
    "https://us.example.com",
    "http://localhost:8080",
    "https://default.example",
  ]);
  expect(servers.map((server) => serverAddress(server))).toEqual([
    "https://eu.example.com/v1",
    "http://localhost:8080",
    "/relative",
    "https://default.example",
  ]);
});

test.each([
  "*",
  "https://*",
  "https://*.example.com",
  "https://a.example; script-src *",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "wss://example.com",
  "https://",
  "data:text/html,x",
  "https://a.example\nhttps://b.example",
])("%j gives no way into a policy", (url) => {
  for (const origin of serverOrigins(view([{ url }]))) expect(origin).toMatch(/^https?:\/\/[a-z0-9.:[\]-]+$/);
  expect(serverOrigins(view([{ url }])).join(" ")).not.toMatch(/[*;\s]|evil/);
});

test("a first name that a reader writes is allowed in the host that the author has named", () => {
  const tenants = view([{ url: "https://{tenant}.Example.com:8443/x", variables: { tenant: { default: "acme" } } }]);
  expect(serverOrigins(tenants)).toEqual(["https://*.example.com:8443", "https://acme.example.com:8443"]);
});

test.each([
  ["https://example.com/{name}", true],
  ["/{name}/v1", true],
  ["https://{name}.example.com", true],
  ["https://{name}.com", false],
  ["https://{name}", false],
  ["https://api.{name}.example.com", false],
  ["https://{name}.{other}.example.com", false],
  ["https://a{name}.example.com", false],
  ["https://{name}.*.com", false],
  ["{name}", false],
  ["{name}/v1", false],
])("in %j any value may be written for the name: %j", (url, isFree) => {
  const [server] = view([{ url, variables: { name: { default: "x" }, other: { default: "y" } } }]);
  expect(server !== undefined && isFreeVariable(server, "name")).toBe(isFree);
  if (!isFree) expect(serverOrigins(view([{ url, variables: { name: { default: "x" } } }])).join()).not.toContain("*");
});

test("variables that multiply are followed up to a bound", () => {
  const names = Array.from({ length: 12 }, (_, at) => `v${at}`);
  const variables = Object.fromEntries(names.map((name) => [name, { enum: ["a", "b", "c"] }]));
  const url = `https://${names.map((name) => `{${name}}`).join("-")}.example.com`;
  expect(serverOrigins(view([{ url, variables }])).length).toBeLessThanOrEqual(50);
});
