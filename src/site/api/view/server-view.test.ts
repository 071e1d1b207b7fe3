import { expect, test } from "vitest";
import { isFreeVariable, protocolBadge, serverAddress, serverOrigins, viewServers } from "./server-view.ts";

function view(servers: unknown[]) {
  const root = JSON.parse(JSON.stringify({ servers })) as Record<string, never>;
  return viewServers({ file: "a.json", root }, {}, {});
}

test("the allowed origins of a page are exactly the servers that a reader can choose", () => {
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
])("the server URL %j can't inject anything into a content security policy", (url) => {
  for (const origin of serverOrigins(view([{ url }]))) expect(origin).toMatch(/^https?:\/\/[a-z0-9.:[\]-]+$/);
  expect(serverOrigins(view([{ url }])).join(" ")).not.toMatch(/[*;\s]|evil/);
});

test("a variable as the first label of a host allows all subdomains of that host", () => {
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
])("whether readers can enter any value for the variable in the server URL %j: %j", (url, isFree) => {
  const [server] = view([{ url, variables: { name: { default: "x" }, other: { default: "y" } } }]);
  expect(server !== undefined && isFreeVariable(server, "name")).toBe(isFree);
  if (!isFree) expect(serverOrigins(view([{ url, variables: { name: { default: "x" } } }])).join()).not.toContain("*");
});

test("the number of server addresses from combinations of variables is limited", () => {
  const names = Array.from({ length: 12 }, (_, at) => `v${at}`);
  const variables = Object.fromEntries(names.map((name) => [name, { enum: ["a", "b", "c"] }]));
  const url = `https://${names.map((name) => `{${name}}`).join("-")}.example.com`;
  expect(serverOrigins(view([{ url, variables }])).length).toBeLessThanOrEqual(50);
});

test("the protocol badge of a channel is one short word, even if it has several servers", () => {
  expect(protocolBadge(["kafka-secure"])).toBe("kafka");
  expect(protocolBadge(["ws", "wss"])).toBe("wss");
  expect(protocolBadge(["secure-mqtt", "mqtt"])).toBe("mqtt");
  expect(protocolBadge(["kafka", "amqp"])).toBe("event");
  expect(protocolBadge(['"><script>'])).toBe("event");
  expect(protocolBadge(["googlepubsub"])).toBe("googlepubsub");
  expect(protocolBadge(["googlepubsub"], 6)).toBe("event");
  expect(protocolBadge([])).toBe("event");
});
