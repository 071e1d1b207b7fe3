import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Log } from "../platform/log.ts";
import { type SearchIndex, search } from "../search/querying.ts";
import { indexOf, page } from "../search/search-test-support.ts";
import { retrieve } from "./retrieve.ts";
import { createSiteVectors, type FindNear } from "./site-vectors.ts";

/** One dimension for each group of words with the same meaning, and one for everything else. */
const meanings = [/car|automobile|vehicle/gi, /kettle|boil|tea/gi, /holiday|leave|vacation/gi];

let server: Server;
let folder: string;
let asked: string[][];
let reply: (texts: string[]) => { status: number; body: unknown };
const log = { warn: vi.fn() } as unknown as Log;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "lectern-vectors-"));
  asked = [];
  reply = (texts) => ({
    status: 200,
    body: { data: texts.map((text, index) => ({ index, embedding: vectorOf(text) })) },
  });
  server = createServer(async (request, response) => {
    const body = (await json(request)) as { model: string; input: string[] };
    asked.push(body.input);
    const { status, body: answer } = reply(body.input);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const vectorOf = (text: string) => [...meanings.map((words) => text.match(words)?.length ?? 0), 0.1];

function vectors(): FindNear {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const choice = { name: "own/small", provider: "compatible", model: "small", url } as const;
  const embedder = { choice, key: "secret" };
  return createSiteVectors({ embedder, folder, log });
}

const pages = [
  page("/garage", "Automobile: Where to park an automobile."),
  page("/kitchen", "Kettle: How to boil water."),
  page("/people", "Vacation: How many days there are."),
];

/** Asks until the vectors, which are computed in the background, are available. */
async function nearOnce(find: FindNear, index: SearchIndex, query: string): Promise<Float32Array> {
  return vi.waitFor(
    async () => {
      const near = await find("prj_1", index, query);
      if (near === undefined) throw new Error("not yet");
      return near;
    },
    { timeout: 60_000 },
  );
}

test("a question finds a page that uses other words once the vectors are known", async () => {
  const index = await indexOf(...pages);
  const find = vectors();
  const query = "Where does my vehicle go?";
  expect(await find("prj_1", index, query)).toBeUndefined();
  expect(search(index, { query, audience: "assistant", pagesMax: 3 })).toEqual([]);
  const near = await nearOnce(find, index, query);
  const [best] = search(index, { query, audience: "assistant", pagesMax: 3, near });
  expect(best?.path).toBe("/garage");
  const options = { pageSize: 3, filter: {}, currentPath: undefined };
  expect(retrieve(index, "https://a.test", query, { ...options, near }).pages[0]?.path).toBe("/garage");
  expect(retrieve(index, "https://a.test", query, options).pages).toEqual([]);
});

test("keywords and vectors are combined, and a hidden page stays hidden", async () => {
  const hidden = page("/hidden", "Vehicle: A vehicle.", { audiences: { search: true, assistant: false } });
  const index = await indexOf(...pages, page("/port", "Port: The vehicle port of the server."), hidden);
  const near = await nearOnce(vectors(), index, "vehicle");
  const paths = search(index, { query: "vehicle", audience: "assistant", pagesMax: 5, near }).map(({ path }) => path);
  expect(paths.slice(0, 2)).toEqual(["/port", "/garage"]);
  expect(paths).not.toContain("/hidden");
});

test("vectors of unchanged texts are not requested again, even after a restart", async () => {
  await nearOnce(vectors(), await indexOf(...pages), "car");
  const before = asked.flat().length;
  await nearOnce(vectors(), await indexOf(...pages.slice(1), page("/garage", "Automobile: It is closed.")), "car");
  const added = asked.flat().slice(before);
  expect(added.filter((text) => text !== "car")).toEqual(["garage\nAutomobile\nIt is closed."]);
});

test("a damaged file of vectors is rebuilt", async () => {
  await nearOnce(vectors(), await indexOf(...pages), "car");
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), "LECTVEC1 and then nonsense");
  const near = await nearOnce(vectors(), await indexOf(...pages), "car");
  expect(near).toHaveLength(3);
});

test.each([
  ["fails", () => ({ status: 500, body: {} })],
  [
    "omits a vector",
    (texts: string[]) => ({ status: 200, body: { data: texts.slice(1).map(() => ({ embedding: [1] })) } }),
  ],
  [
    "sends no numbers",
    (texts: string[]) => ({ status: 200, body: { data: texts.map(() => ({ embedding: ["x", "y"] })) } }),
  ],
  ["sends an unexpected reply", () => ({ status: 200, body: [] })],
])("if the embeddings server %s, pages are still found by keyword", async (_what, broken) => {
  const index = await indexOf(...pages);
  const find = vectors();
  reply = broken;
  expect(await find("prj_1", index, "car")).toBeUndefined();
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalled(), { timeout: 60_000 });
  expect(await find("prj_1", index, "car")).toBeUndefined();
});

test("if the embeddings server fails later, keyword search is used", async () => {
  const index = await indexOf(...pages);
  const find = vectors();
  await nearOnce(find, index, "car");
  reply = () => ({ status: 503, body: {} });
  expect(await find("prj_1", index, "a new question")).toBeUndefined();
  expect(await find("prj_1", index, "car")).toBeDefined();
});
