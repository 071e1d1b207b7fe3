import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ModelReply, type ModelServer, startModelServer } from "../../test/support/model-server.ts";
import { readModelChoice } from "../platform/model/model-choice.ts";
import { openModel } from "../platform/model/open-model.ts";
import type { AnswerEvent, Usage } from "./answer-event.ts";
import { askModel } from "./ask-model.ts";
import { ModelFailure } from "./compose-answer.ts";
import { type Passage, Sources } from "./retrieve.ts";

const site = "https://docs.acme.test";
// Longer than what is held back.
const aWhile =
  "Run it with care, and read what it says before you press the button: it cannot be taken back later on. ";
let server: ModelServer;

beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.script = [];
  server.requests.length = 0;
});

const install: Passage = {
  number: 1,
  path: "/install",
  url: `${site}/install#linux`,
  title: "Install",
  headingPath: ["Linux"],
  text: "Run `npm install`.",
};

async function ask(signal = new AbortController().signal, onUsed = (_usage: Usage) => {}) {
  const choice = readModelChoice("acme/large", server.url);
  if (choice === undefined) throw new Error("There is a model.");
  const { model } = await openModel(choice, "model-secret");
  const events: AnswerEvent[] = [];
  const question = {
    text: "How do I install it?",
    messageId: "m1",
    fp: "anonymous",
    threadName: undefined,
    retrievalPageSize: 5,
    filter: {},
    context: [],
    currentPath: "/install",
    earlier: [],
  };
  const sources = new Sources();
  sources.number([install]);
  const answer = askModel(
    {
      model,
      search: async (query) => ({
        passages: sources.number([{ ...install, path: "/more", url: `${site}/more`, text: `About ${query}.` }]),
        pages: [{ content: "More", path: "/more", url: `${site}/more`, metadata: { title: "More" } }],
      }),
      siteUrl: (address) => (address.startsWith(site) ? address : undefined),
      onUsed,
      signal,
    },
    { question, history: [], siteName: "Acme", projectInstructions: undefined, sources },
  );
  for (let next = await answer.next(); ; next = await answer.next()) {
    if (next.done) return { events, result: next.value };
    events.push(next.value);
  }
}

/** Pieces of text that follow each other count as one. */
const kinds = (events: AnswerEvent[]) =>
  events.map(({ type }) => type).filter((type, index, all) => type !== "text" || all[index - 1] !== "text");
const textOf = (events: AnswerEvent[]) => events.map((event) => (event.type === "text" ? event.text : "")).join("");

test("an answer is passed on with its citations checked", async () => {
  server.script = [{ text: ["Run it ", "[1] or [9].", " See [x](https://evil.test)."] }];
  const { events, result } = await ask();
  expect(textOf(events)).toBe(`Run it [\\[1\\]](${site}/install#linux) or . See x.`);
  expect([...result.cited]).toEqual([1]);
  expect(result.usage).toEqual({ inputTokens: 100, outputTokens: 10 });
  expect(kinds(events)).toEqual(["step-start", "text", "step-finish"]);
});

test("the model may search again, and what it finds can be cited", async () => {
  server.script = [{ calls: [{ name: "search", input: { query: "windows" } }] }, { text: ["On Windows too [2]."] }];
  const { events } = await ask();
  expect(kinds(events)).toEqual([
    "step-start",
    "search-call",
    "search-result",
    "step-finish",
    "step-start",
    "text",
    "step-finish",
  ]);
  expect(textOf(events)).toContain(`(${site}/more)`);
});

test("words before a search are a step of their own", async () => {
  server.script = [
    { text: ["Let me look. "], calls: [{ name: "search", input: { query: "x" } }] },
    { text: ["Done [1]."] },
  ];
  const { events } = await ask();
  const steps = events
    .map(({ type }) => type)
    .join(" ")
    .split("step-start");
  expect(steps.filter((step) => step.includes("search-call") && step.includes(" text"))).toEqual([]);
});

test("a model that only ever searches is made to answer in its last step", async () => {
  server.fallback = ({ tools }) =>
    tools.length > 0 ? { calls: [{ name: "search", input: { query: "again" } }] } : { text: ["At last [1]."] };
  const { events } = await ask();
  expect(server.requests.length).toBe(4);
  expect(textOf(events)).toContain("At last");
  server.fallback = undefined;
});

test("a tool that is not on the list is not called", async () => {
  server.script = [{ calls: [{ name: "read_file", input: { path: "/etc/passwd" } }] }, { text: ["No."] }];
  const { events } = await ask();
  expect(events.some((event) => event.type === "search-call")).toBe(false);
});

test.each([
  ["refuses", { status: 401 }],
  ["says nothing", { text: [] }],
  ["breaks off before the first word", { text: [], ending: "cut" as const }],
])("a model that %s fails before it has spoken", async (_what, reply) => {
  server.script = [reply, reply];
  const failure = await ask().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ModelFailure);
  expect((failure as ModelFailure).hasSpoken).toBe(false);
  expect(String(failure)).not.toContain("sk-upstream");
});

test("a model that breaks off in the middle fails after it has spoken", async () => {
  server.script = [{ text: [aWhile], ending: "cut" }];
  const failure = await ask().catch((error: unknown) => error);
  expect((failure as ModelFailure).hasSpoken).toBe(true);
});

test("when the reader leaves, the model is stopped", async () => {
  server.script = [{ text: [aWhile], ending: "stall" }];
  const leaving = new AbortController();
  const before = server.aborted;
  const answer = ask(leaving.signal).catch((error: unknown) => error);
  while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  leaving.abort();
  expect(await answer).toBeInstanceOf(ModelFailure);
  while (server.aborted === before) await new Promise((resolve) => setImmediate(resolve));
});

describe("what was used is told", () => {
  const usedBy = async (...script: ModelReply[]) => {
    server.script = script;
    const used: Usage[] = [];
    await ask(undefined, (usage) => used.push(usage)).catch(() => {});
    return used;
  };

  test("as the provider counts it, over all steps", async () => {
    const used = await usedBy(
      { calls: [{ name: "search", input: { query: "windows" } }] },
      { text: ["Fine [1]."], usage: { input: 300, output: 7 } },
    );
    expect(used).toEqual([{ inputTokens: 400, outputTokens: 17 }]);
  });

  test("by estimate when the model breaks off: it is paid for too", async () => {
    const [used, ...more] = await usedBy({ text: [aWhile], ending: "cut" });
    expect(more).toEqual([]);
    expect(used?.inputTokens).toBeGreaterThan(200);
    expect(used?.outputTokens).toBe(Math.ceil(aWhile.length / 4));
  });

  test("as nothing when it was never asked", async () => {
    expect(await usedBy({ status: 401 })).toEqual([{ inputTokens: 0, outputTokens: 0 }]);
  });
});

test("the key goes into one header and into nothing that the model reads", async () => {
  server.script = [{ text: ["Fine [1]."] }];
  await ask();
  const [request] = server.requests;
  expect(request?.headers.authorization).toBe("Bearer model-secret");
  expect(JSON.stringify(request?.messages)).not.toContain("model-secret");
});
