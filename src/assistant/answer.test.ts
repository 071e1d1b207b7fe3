import { expect, test } from "vitest";
import { onDatabaseOfRun } from "../../test/support/database.ts";
import { eventsOf } from "../../test/support/events-of.ts";
import { givenProject } from "../../test/support/stored-project.ts";
import type { Database } from "../platform/db/database.ts";
import { DatabaseUnavailable } from "../platform/db/database-unavailable.ts";
import { createLog } from "../platform/log.ts";
import type { Audience } from "../projects/access/access.ts";
import { answer } from "./answer.ts";
import type { AnswerEvent } from "./answer-event.ts";
import type { Retrieve } from "./retrieve.ts";
import { sendFeedback } from "./send-feedback.ts";
import { storedTurns } from "./stored-turns.ts";
import { testQuestion } from "./words/words-test-support.ts";

const clock = { now: () => 0 };
const log = createLog("silent", "api");
const turnsIn = (database: Database) =>
  storedTurns({ database, clock, log, bounds: { tokensPerDay: 0, spend: undefined } });

onDatabaseOfRun((dialect) => {
  let database: Database;
  let projectId: string;
  givenProject(dialect, clock, (given) => {
    database = given.database;
    projectId = given.project.id;
  });

  // The budget is used up, so the built-in answer is streamed the way a model's answer would be.
  const stream = async (
    retrieve: Retrieve,
    storing = database,
    { audience, threadName }: { audience?: Audience; threadName?: string } = {},
  ): Promise<AsyncIterable<string>> => {
    const choice = { name: "acme/large", provider: "compatible", model: "large", url: "http://127.0.0.1" } as const;
    const model = { choice, key: undefined };
    const deps = { log, findModel: async () => model, turns: turnsIn(storing) };
    const site = {
      projectId,
      ...(audience !== undefined && { audience }),
      name: "Acme",
      url: "https://acme.example.com",
      model: { name: null, url: null, key: null },
      budgets: {},
      readGuidance: async () => ({}),
      retrieve,
      index: undefined,
      readPage: async () => undefined,
    };
    const asker = { site, caller: "api" as const, address: "10.0.0.1", signal: new AbortController().signal };
    const question = { ...testQuestion("How do I install it?"), ...(threadName !== undefined && { threadName }) };
    const { chunks } = await answer(deps, asker, question, () => JSON.stringify);
    return chunks as AsyncIterable<string>;
  };
  test.each<[string, Retrieve, AnswerEvent["type"]]>([
    ["complete", async () => ({ pages: [], passages: [] }), "finish"],
    ["failed", () => Promise.reject(new Error("the index is damaged")), "error"],
  ])("an answer can be rated as soon as the client sees that it is %s", async (_, retrieve, last) => {
    let ids = { messageId: "", threadId: "" };
    let ending = "";
    for await (const chunk of await stream(retrieve)) {
      const event = JSON.parse(chunk) as AnswerEvent;
      if (event.type === "start") ids = event;
      if (event.type !== last) continue;
      ending = event.type;
      await sendFeedback({ turns: turnsIn(database) }, projectId, { ...ids, helpful: true, reason: "solved" });
    }
    expect(ending).toBe(last);
    const events = await eventsOf(database, projectId);
    const types = events.filter(({ subject }) => subject === ids.messageId).map(({ type }) => type);
    expect(types).toEqual(last === "finish" ? ["question.unanswered", "feedback.received"] : ["feedback.received"]);
    expect(events.at(-1)?.data).toMatchObject({ feedback: { about: "answer", reason: "solved" } });
  });

  test("a conversation continues only for readers with the groups that it began with", async () => {
    const audiences: Audience[] = ['groups:["staff"]', 'groups:["staff"]', "groups:[]"];
    for (const audience of audiences) {
      const nothing: Retrieve = async () => ({ pages: [], passages: [] });
      for await (const _ of await stream(nothing, database, { audience, threadName: "shared" }));
    }
    const threads = database.query.selectFrom("threads").innerJoin("turns", "turns.threadId", "threads.id");
    const rows = await threads.select(["threads.id"]).where("threads.name", "=", "shared").execute();
    const counts = Map.groupBy(rows, ({ id }) => id).values();
    expect([...counts].map(({ length }) => length).toSorted()).toEqual([1, 2]);
  });

  test("an answer is stored even if the database connection is cut at that moment", async () => {
    let isCut = false;
    const cutting: Database = {
      ...database,
      query: database.query,
      transaction(work, options) {
        if (!isCut) return database.transaction(work, options);
        isCut = false;
        return Promise.reject(new DatabaseUnavailable(new Error("Connection terminated unexpectedly")));
      },
    };
    const retrieve: Retrieve = async () => {
      isCut = true;
      return { pages: [], passages: [] };
    };
    let messageId = "";
    for await (const chunk of await stream(retrieve, cutting)) {
      const event: AnswerEvent = JSON.parse(chunk);
      if (event.type === "start") ({ messageId } = event);
    }
    const turns = await database.query.selectFrom("turns").select("id").where("id", "=", messageId).execute();
    expect([turns.length, isCut]).toEqual([1, false]);
  });
});
