import { expect, test } from "vitest";
import { onDatabaseOfRun } from "../../test/support/database.ts";
import { eventsOf } from "../../test/support/events-of.ts";
import { givenProject } from "../../test/support/stored-project.ts";
import type { Database } from "../platform/db/database.ts";
import { DatabaseUnavailable } from "../platform/db/database-unavailable.ts";
import { createLog } from "../platform/log.ts";
import type { Audience } from "../projects/access/access.ts";
import { type Asker, answer } from "./answer.ts";
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
    {
      audience,
      threadName,
      caller = "api",
    }: { audience?: Audience | undefined; threadName?: string; caller?: Asker["caller"] } = {},
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
    const asker = { site, caller, address: "10.0.0.1", signal: new AbortController().signal };
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

  test("a conversation continues only for the caller and the audience that it began with", async () => {
    const callers = Object.keys({ site: 1, api: 1, slack: 1 } satisfies Record<
      Asker["caller"],
      1
    >) as Asker["caller"][];
    const audiences = [undefined, "public", "all", "groups:[]", 'groups:["staff"]'] as const;
    const askers = callers.flatMap((caller) => audiences.map((audience) => ({ caller, audience })));
    for (const asker of [...askers, ...askers]) {
      const nothing: Retrieve = async () => ({ pages: [], passages: [] });
      for await (const _ of await stream(nothing, database, { ...asker, threadName: "shared" }));
    }
    const threads = database.query.selectFrom("threads").innerJoin("turns", "turns.threadId", "threads.id");
    const rows = await threads.select(["threads.id", "caller"]).where("threads.name", "=", "shared").execute();
    const found = [...Map.groupBy(rows, ({ id }) => id).values()];
    expect(found.map((turns) => [turns.length, new Set(turns.map(({ caller }) => caller)).size])).toEqual(
      askers.map(() => [2, 1]),
    );
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
