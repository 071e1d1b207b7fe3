import { expect, test } from "vitest";
import { onBothDatabases } from "../../test/support/database.ts";
import { givenProject } from "../../test/support/stored-project.ts";
import type { Database } from "../platform/db/database.ts";
import { newId } from "../platform/id.ts";
import { createLog } from "../platform/log.ts";
import { type ToldTurn, TurnWriter } from "./turn-writer.ts";

const clock = { now: () => 1_000 };
const log = createLog("silent", "api");

onBothDatabases((dialect) => {
  let database: Database;
  let ownProject: string;
  givenProject(dialect, clock, (given) => {
    database = given.database;
    ownProject = given.project.id;
  });

  const told = (text: string, projectId = ownProject): ToldTurn => {
    const id = newId("msg", clock);
    const threadId = newId("thr", clock);
    return {
      thread: { id: threadId, projectId, fp: "reader", name: threadId },
      firstQuestion: { id: "m1", role: "user", text, createdAt: 1_000 },
      answer: { id, role: "assistant", text: `An answer to ${text}`, createdAt: 1_001 },
      turn: {
        id,
        threadId,
        projectId,
        question: text,
        outcome: "answered",
        sources: [],
        page: undefined,
        language: undefined,
        model: "builtin/extract",
        durationMilliseconds: 1,
        usage: { inputTokens: 0, outputTokens: 0 },
        createdAt: 1_001,
      },
    };
  };
  const storedOf = async ({ thread }: ToldTurn) => {
    const { query } = database;
    const messages = query.selectFrom("messages").select("text").where("thread_id", "=", thread.id);
    const turns = query.selectFrom("turns").select("id").where("thread_id", "=", thread.id);
    return [(await messages.execute()).length, (await turns.execute()).length];
  };

  test("what was added is stored after a flush, and by itself a little later", async () => {
    const turns = new TurnWriter({ database, log });
    const [first, second] = [told("one"), told("two")];
    turns.add(first);
    await turns.flush();
    expect(await storedOf(first)).toEqual([2, 1]);
    turns.add(second);
    await expect.poll(() => storedOf(second)).toEqual([2, 1]);
  });

  test("whoever flushes waits also for what is being written already", async () => {
    const turns = new TurnWriter({ database, log });
    const first = told("one");
    turns.add(first);
    void turns.flush();
    await turns.flush();
    expect(await storedOf(first)).toEqual([2, 1]);
  });

  test("a turn whose project is gone takes no other one with it", async () => {
    const turns = new TurnWriter({ database, log });
    const [before, gone, after] = [told("one"), told("two", "prj_gone"), told("three")];
    for (const one of [before, gone, after]) turns.add(one);
    await turns.flush();
    expect([await storedOf(before), await storedOf(gone), await storedOf(after)]).toEqual([
      [2, 1],
      [0, 0],
      [2, 1],
    ]);
  });

  test("a question that nothing was said to is stored alone", async () => {
    const turns = new TurnWriter({ database, log });
    const failed = { ...told("one"), answer: undefined };
    turns.add(failed);
    await turns.flush();
    expect(await storedOf(failed)).toEqual([1, 1]);
  });
});
