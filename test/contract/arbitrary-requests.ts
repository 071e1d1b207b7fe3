import { METHODS } from "node:http";
import fc from "fast-check";

/** A change to a real path, as plain data so that a failure is readable. */
interface Bend {
  by: "nothing" | "query" | "suffix" | "last segment" | "cut" | "another";
  text: string;
  at: number;
}

export function bent(path: string, { by, text, at }: Bend): string {
  switch (by) {
    case "nothing":
      return path;
    case "query":
      return `${path}?${text}`;
    case "suffix":
      return `${path}${text}`;
    case "last segment":
      return `${path.slice(0, path.lastIndexOf("/") + 1)}${text}`;
    case "cut":
      return path.slice(0, at + 1);
    case "another":
      return text;
  }
}

const latin1 = (maxLength: number, min = 1) =>
  fc.array(fc.integer({ min, max: 0xff }), { maxLength }).map((codes) => String.fromCharCode(...codes));

/** `its own` stands for the method of the tested route. */
const method: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constant("its own") },
  { weight: 2, arbitrary: fc.constantFrom("GET", "POST", "HEAD", "OPTIONS") },
  { weight: 2, arbitrary: fc.constantFrom(...METHODS) },
);

const escapes = "% %2 %00 %2f %2F.. %5c %ff %c3%28 %E2%9C%93 %u0041 %25 .. . // ; : * ~ @ ' \" < | \\ é".split(" ");
const segment = fc.oneof(
  { weight: 2, arbitrary: fc.stringMatching(/^[!-~]{0,12}$/) },
  { weight: 2, arbitrary: fc.constantFrom(...escapes) },
  { weight: 1, arbitrary: fc.constantFrom("x".repeat(512), "x".repeat(9_000)) },
);
const pair = fc.tuple(
  fc.constantFrom("limit", "cursor", "status", "__proto__", "limit[]", "a"),
  fc.oneof(segment, fc.integer().map(String)),
);
const query = fc
  .array(pair, { maxLength: 4 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join("&"));

const change = (by: Bend["by"], text: fc.Arbitrary<string>) => fc.record({ by: fc.constant(by), text, at: fc.nat(60) });
const bend: fc.Arbitrary<Bend> = fc.oneof(
  { weight: 4, arbitrary: change("nothing", fc.constant("")) },
  { weight: 3, arbitrary: change("query", query) },
  { weight: 2, arbitrary: change("suffix", segment) },
  { weight: 2, arbitrary: change("last segment", segment) },
  { weight: 1, arbitrary: change("cut", fc.constant("")) },
  {
    weight: 1,
    arbitrary: change(
      "another",
      fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`),
    ),
  },
  { weight: 1, arbitrary: change("another", fc.constantFrom("*", "http://a/healthz", "//", "/#", "/?", "?")) },
);

const headerName = fc.constantFrom(
  "Accept",
  "Accept-Version",
  "Authorization",
  "Content-Type",
  "Content-Encoding",
  "Cookie",
  "Expect",
  "Forwarded",
  "Idempotency-Key",
  "If-None-Match",
  "Last-Event-ID",
  "Origin",
  "Range",
  "Upgrade",
  "X-Forwarded-For",
  "X-HTTP-Method-Override",
  "__proto__",
);
const headerValues = [
  "",
  "0",
  "-1",
  "1e9",
  "gzip",
  "x".repeat(6_000),
  "application/json",
  "text/plain",
  "100-continue",
];
const headerValue = fc.oneof(latin1(30, 0x20), fc.constantFrom(...headerValues));
const asJson = "Content-Type: application/json";

const job = fc.record({ prompt: fc.anything(), ref: fc.anything(), model: fc.anything() }, { requiredKeys: [] });
const oddBodies = [
  "",
  "{",
  "[".repeat(50_000),
  `{"prompt":"a","deep":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
  '{"__proto__":1}',
  '{"prompt":"\\ud800"}',
  '{"prompt":"\\u0000"}',
  " ".repeat(1_100_000),
  "1e999",
  "-0",
];
const body = fc.oneof(
  { weight: 3, arbitrary: fc.json({ maxDepth: 4 }) },
  {
    weight: 2,
    arbitrary: job.map((value) => JSON.stringify(value, (_, field) => (typeof field === "bigint" ? 1 : field))),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({ prompt: fc.string({ unit: "binary" }), branch: fc.string() }, { requiredKeys: ["prompt"] })
      .map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  { weight: 1, arbitrary: fc.constantFrom(...oddBodies) },
);

const host = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("127.0.0.1", "127.0.0.1:3000", "a") },
  { weight: 1, arbitrary: fc.constantFrom("acme-docs.sites.lectern.test", "next--acme-docs.sites.lectern.test") },
  { weight: 1, arbitrary: fc.stringMatching(/^[!-~]{1,20}$/) },
  { weight: 1, arbitrary: fc.constantFrom("", ".", "[::1]", "x".repeat(300), "%00", "a:b:c", "sites.lectern.test") },
);

/** A valid HTTP request with arbitrary content. `{key}` is replaced by a key with all permissions. */
export const malformedRequest = fc.record({
  method,
  bend,
  host,
  fields: fc.oneof(
    fc.array(
      fc.tuple(headerName, headerValue).map(([name, value]) => `${name}: ${value}`),
      { maxLength: 5 },
    ),
    fc.constantFrom<string[][]>([asJson], [asJson, "Idempotency-Key: a"]),
  ),
  withKey: fc.boolean(),
  body: fc.option(body, { nil: undefined }),
});

const startLine = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      method,
      bend,
      version: fc.constantFrom("HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/1.1 ", "http/1.1", ""),
    }),
  },
  { weight: 1, arbitrary: latin1(60) },
  { weight: 1, arbitrary: fc.constantFrom("PRI * HTTP/2.0\r\n\r\nSM", "\u0016\u0003\u0001\u0002", "\r\n\r\n\r\n", "") },
);
const framing = [
  "Host: a",
  "Host: b",
  "Host",
  "Content-Length: 5",
  "Content-Length: 99999999999999999999",
  "Content-Length: -1",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: chunked, gzip",
  "Transfer-Encoding: identity",
  "Connection: close",
  "Connection: keep-alive",
  "Connection: upgrade",
  "Trailer: X",
];
const oddFields = [`X: ${"x".repeat(20_000)}`, Array(300).fill("A: b").join("\r\n"), " folded", "X:\r\n y"];
const field = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(headerName, headerValue).map(([name, value]) => `${name}: ${value}`) },
  { weight: 3, arbitrary: fc.constantFrom("Authorization: Bearer {key}", asJson) },
  { weight: 4, arbitrary: fc.constantFrom(...framing) },
  { weight: 1, arbitrary: latin1(80) },
  { weight: 1, arbitrary: fc.constantFrom(...oddFields) },
);
const chunk = fc.constantFrom(
  "5\r\nhello\r\n",
  "0\r\n\r\n",
  "0\r\nX: y\r\n\r\n",
  "zz\r\n",
  "5;a=b\r\nhello\r\n",
  "ffffffffffffffffff\r\n",
  "-1\r\n",
  "5\r\nhel",
  "\r\n",
  "5\nhello\n",
);

/** Bytes that look roughly like HTTP, and the positions where they are split. */
export const noise = fc.record({
  start: startLine,
  fields: fc.array(field, { maxLength: 8 }),
  body: fc.oneof(
    fc.constant(""),
    fc.array(chunk, { maxLength: 5 }).map((chunks) => chunks.join("")),
    body,
    latin1(200),
  ),
  cuts: fc.array(fc.nat(), { maxLength: 6 }),
});
