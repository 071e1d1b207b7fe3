import { beforeEach, expect, test } from "vitest";
import { onBothDatabases } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { givenProject } from "../../test/support/stored-project.ts";
import type { Database } from "../platform/db/database.ts";
import { newId } from "../platform/id.ts";
import { appendMessage, listMessages, type Message, openThread, type Thread } from "./store.ts";

const clock = { now: () => 0 };

onBothDatabases((dialect) => {
  let database: Database;
  let projectId: string;
  let name: string;
  givenProject(dialect, clock, (given) => {
    database = given.database;
    projectId = given.project.id;
  });
  beforeEach(() => {
    name = newId("thr", clock);
  });

  const open = (changes: Partial<Thread> = {}): Promise<Thread> => {
    const thread = { id: newId("thr", clock), projectId, fp: "visitor", name, ...changes };
    return database.transaction((tx) => openThread(tx, thread, 0));
  };
  const message = (id: string, text = id, role: Message["role"] = "user"): Message => ({
    id,
    role,
    text,
    createdAt: 0,
  });
  const append = (thread: Thread, said: Message) => database.transaction((tx) => appendMessage(tx, thread.id, said));

  test("the same name under the same project and fingerprint is the same thread", async () => {
    const first = await open();
    expect((await open()).id).toBe(first.id);
  });

  test("the same name under another fingerprint or project is another thread", async () => {
    const { id: otherProjectId } = await createTestProject(database, clock, "zenith-docs");
    const threads = [await open(), await open({ fp: "another" }), await open({ projectId: otherProjectId })];
    expect(new Set(threads.map(({ id }) => id)).size).toBe(3);
    await append(threads[0] as Thread, message("m1"));
    expect(await listMessages(database.query, threads[1]?.id ?? "")).toEqual([]);
    expect(await listMessages(database.query, threads[2]?.id ?? "")).toEqual([]);
  });

  test("a thread's name and fingerprint are not interchangeable", async () => {
    const threads = [await open({ fp: "a", name: `b${name}` }), await open({ fp: "ab", name })];
    expect(threads[0]?.id).not.toBe(threads[1]?.id);
  });

  test("messages are listed in the order they were sent", async () => {
    const thread = await open();
    await append(thread, message("z", "How?"));
    await append(thread, message("a", "Like this.", "assistant"));
    await append(thread, message("m", "Why?"));
    expect(await listMessages(database.query, thread.id)).toEqual([
      { id: "z", role: "user", text: "How?", createdAt: 0 },
      { id: "a", role: "assistant", text: "Like this.", createdAt: 0 },
      { id: "m", role: "user", text: "Why?", createdAt: 0 },
    ]);
  });

  test("sending a message again changes neither its position nor its text", async () => {
    const thread = await open();
    await append(thread, message("m1", "first"));
    await append(thread, message("m2", "second"));
    await append(thread, message("m1", "changed"));
    await append(thread, message("m3", "third"));
    const said = await listMessages(database.query, thread.id);
    expect(said.map(({ id, text }) => [id, text])).toEqual([
      ["m1", "first"],
      ["m2", "second"],
      ["m3", "third"],
    ]);
  });

  test("the same message id in two threads is two messages", async () => {
    const [mine, theirs] = [await open(), await open({ fp: "another" })];
    await append(mine, message("m1", "mine"));
    await append(theirs, message("m1", "theirs"));
    expect((await listMessages(database.query, mine.id))[0]?.text).toBe("mine");
    expect((await listMessages(database.query, theirs.id))[0]?.text).toBe("theirs");
  });

  test("concurrent messages in one thread are all stored, each once", async () => {
    const say = (said: Message) =>
      database.transaction(async (tx) => {
        const thread = { id: newId("thr", clock), projectId, fp: "visitor", name };
        const { id } = await openThread(tx, thread, 0);
        await appendMessage(tx, id, said);
      });
    await Promise.all(Array.from({ length: 20 }, (_, index) => say(message(`m${index % 10}`))));
    const said = await listMessages(database.query, (await open()).id);
    expect(said.map(({ id }) => id).sort()).toEqual(Array.from({ length: 10 }, (_, index) => `m${index}`));
  });

  test("only the newest 200 messages of a long thread are read", async () => {
    const thread = await open();
    await database.transaction(async (tx) => {
      for (let index = 0; index < 205; index++) {
        await appendMessage(tx, thread.id, message(`m${index}`));
      }
    });
    const said = await listMessages(database.query, thread.id);
    expect(said.map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, index) => `m${index + 5}`));
  });
});
