import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import Type from "typebox";
import { expect, onTestFinished, test } from "vitest";
import { canonicalAddress } from "../platform/address.ts";
import { createLog } from "../platform/log.ts";
import { createHttp } from "./create-http.ts";
import { type AskedPost, answerQuickPosts, type QuickPost } from "./quick-posts.ts";

const body = Type.Object({ question: Type.String() });
const quickly: QuickPost["answer"] = async ({ param, address }) => ({
  headers: { "x-way": "quick" },
  text: param + address,
});

/** A server whose route tells what it was given, so that it is seen which way a request went. */
async function serve(answer: QuickPost["answer"], trustedProxies: string[] = []): Promise<string> {
  const log = createLog("silent", "api");
  const posts = [{ path: "/ask/{domain}/message", body, answer }];
  const intercept = answerQuickPosts({ posts, trustedProxies, observe: () => {}, log });
  const http = createHttp({ log, trustedProxies, operations: {}, intercept });
  http.post("/ask/:domain/message", async ({ body: given, ip }, reply) =>
    reply.header("x-way", "route").send(JSON.stringify({ given, ip })),
  );
  const url = await http.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => http.close());
  return `${url}/ask/kettle.test/message`;
}

async function post(url: string, pieces: readonly string[], headers: Record<string, string> = {}) {
  const length = String(Buffer.byteLength(pieces.join("")));
  const sent = { authorization: "Bearer it", "content-type": "application/json", "content-length": length, ...headers };
  const outgoing = request(url, { method: "POST", headers: sent, agent: false });
  for (const piece of pieces) outgoing.write(piece);
  outgoing.end();
  const [incoming] = await once(outgoing, "response");
  return { status: incoming.statusCode, headers: incoming.headers, text: await text(incoming) };
}

const question = '{"question":"How?"}';

test("a success is sent whole, with its length and a request id", async () => {
  const reply = await post(await serve(quickly), [question]);
  expect([reply.status, reply.headers["x-way"], reply.text]).toEqual([200, "quick", "kettle.test127.0.0.1"]);
  expect(reply.headers["content-length"]).toBe("20");
  expect(reply.headers["x-request-id"]).toMatch(/^req_/);
});

test("a body that comes in pieces is read as one", async () => {
  let seen: AskedPost | undefined;
  const url = await serve(async (asked) => {
    seen = asked;
    return quickly(asked);
  });
  await post(url, ['{"question":', '"Wie schön?"}']);
  expect(seen?.body).toEqual({ question: "Wie schön?" });
});

test.each<[string, QuickPost["answer"]]>([
  ["it has no quick answer", async () => undefined],
  ["the quick answer fails", () => Promise.reject(new Error("not now"))],
])("where %s, the route gets the request with its body", async (_why, answer) => {
  const reply = await post(await serve(answer), [question]);
  expect(reply.headers["x-way"]).toBe("route");
  expect(JSON.parse(reply.text).given).toEqual({ question: "How?" });
});

test.each<[string, string, Record<string, string>]>([
  ["does not fit its schema", '{"question":1}', {}],
  ["names a prototype", '{"question":"How?","__proto__":1}', {}],
  ["says no length", question, { "transfer-encoding": "chunked" }],
  ["is no JSON by its type", question, { "content-type": "text/plain" }],
  ["is long", JSON.stringify({ question: "x".repeat(70_000) }), {}],
])("a request that %s is the route's", async (_what, sent, changes) => {
  let isAsked = false;
  const url = await serve(async (asked) => {
    isAsked = true;
    return quickly(asked);
  });
  const reply = await post(url, [sent], changes);
  expect([reply.headers["x-way"] === "quick", isAsked]).toEqual([false, false]);
});

test.each([
  ["10.0.0.9", []],
  ["10.0.0.9", ["127.0.0.1"]],
  ["192.0.2.7, 10.0.0.9", ["127.0.0.1", "10.0.0.0/8"]],
  ["10.0.0.8,10.0.0.9", ["127.0.0.1", "10.0.0.0/8"]],
  ["not an address", ["127.0.0.1"]],
  ["2001:db8::1, ::ffff:10.0.0.9", ["127.0.0.1", "10.0.0.0/8"]],
])("a client behind %s is the one that the framework sees, where %j are trusted", async (forwarded, trusted) => {
  const headers = { "x-forwarded-for": forwarded };
  let address: string | undefined;
  const url = await serve(async (asked) => {
    address = asked.address;
    return undefined;
  }, trusted);
  const { ip } = JSON.parse((await post(url, [question], headers)).text);
  expect(address).toBe(canonicalAddress(ip));
});
