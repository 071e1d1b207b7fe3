import "./document.ts";
import { useChat } from "ai-react-v1";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type AskedProject, publishPages } from "../assistant/asked-project.ts";
import { type Publisher, startPublisher } from "../updates/publisher.ts";
import { chatVersions, openChat, textOf } from "./chat.ts";
import { renderHook } from "./render-hook.ts";

let lectern: Publisher;
let asked: AskedProject;

beforeAll(async () => {
  lectern = await startPublisher("sqlite");
  asked = await publishPages(lectern, "kettle");
});
afterAll(() => lectern.close());

const body = { fp: "anonymous", retrievalPageSize: 5 };
const threadsCount = async () => (await lectern.app.database.query.selectFrom("threads").select("id").execute()).length;

describe.each(chatVersions)("a conversation with chat SDK %s", (_version, load) => {
  test("two questions in one chat use one thread and one request each", async () => {
    const before = await threadsCount();
    const url = `${lectern.url}/discovery/v2/assistant/kettle/message`;
    const chat = await openChat(load, { url, key: asked.key, body });
    await chat.ask("How do I install it on Linux?");
    expect([chat.status, chat.error]).toEqual(["ready", undefined]);
    expect(textOf(chat.messages.at(-1))).toContain("Install the package with apt");
    const threadId = (chat.messages.at(-1)?.metadata as { threadId?: string } | undefined)?.threadId;
    await chat.ask("And on Windows?");
    expect(textOf(chat.messages.at(-1))).toContain("kettle-setup.exe");
    expect(chat.messages.at(-1)?.metadata).toMatchObject({ threadId, type: "finish", outcome: expect.any(String) });
    await chat.regenerate();
    expect(textOf(chat.messages.at(-1))).toContain("kettle-setup.exe");
    expect(chat.requests).toBe(3);
    expect(await threadsCount()).toBe(before + 1);
  });

  test("a chat shows why a question was refused", async () => {
    const url = `${lectern.url}/discovery/v2/assistant/nobody/message`;
    const chat = await openChat(load, { url, key: asked.key, body });
    await chat.ask("How do I install it?");
    expect([chat.status, chat.error?.message]).toEqual(["error", expect.stringContaining("Project not found")]);
  });

  test("a client that calls version 1 gets an error that names the version to use", async () => {
    const url = `${lectern.url}/discovery/v1/assistant/kettle/message`;
    const chat = await openChat(load, { url, key: asked.key, body });
    await chat.ask("How do I install it?");
    expect(chat.error?.message).toContain("/discovery/v2/assistant/kettle/message");
  });
});

describe("a conversation with useChat of chat SDK 4", () => {
  const start = (options: Record<string, unknown> = {}) => {
    const requests: Record<string, unknown>[] = [];
    const threadIds: (string | null)[] = [];
    const hook = renderHook(() =>
      useChat({
        api: `${lectern.url}/discovery/v1/assistant/kettle/message`,
        headers: { Authorization: `Bearer ${asked.key}` },
        streamProtocol: "data",
        sendExtraMessageFields: true,
        body,
        fetch: (input, init) => {
          requests.push(JSON.parse(String(init?.body)));
          return fetch(input, init);
        },
        onResponse: (response) => void threadIds.push(response.headers.get("x-thread-id")),
        ...options,
      }),
    );
    const say = async (text: string) => {
      await hook.current.append({ role: "user", content: text });
      await vi.waitFor(() => expect(hook.current.status).toMatch(/^(?:ready|error)$/), 60_000);
      return hook.current;
    };
    return { say, requests, threadIds };
  };

  test.each([
    ["with extra message fields", { sendExtraMessageFields: true }],
    ["without extra message fields", { sendExtraMessageFields: false }],
  ])("a chat with SDK 4 stays in its thread, %s", async (_what, options) => {
    const before = await threadsCount();
    const { say, requests, threadIds } = start(options);
    const first = await say("How do I install it on Linux?");
    expect(first.error).toBeUndefined();
    expect(first.messages.at(-1)?.content).toContain("Install the package with apt");
    const [threadId] = threadIds;
    const finish = { type: "finish", threadId, outcome: expect.any(String) };
    expect(first.data?.at(-1)).toMatchObject(finish);
    expect(first.messages.at(-1)?.annotations?.at(-1)).toMatchObject(finish);
    const second = await say("And on Windows?");
    expect(second.messages.at(-1)?.content).toContain("kettle-setup.exe");
    expect(threadIds).toEqual([threadId, threadId]);
    expect(requests).toHaveLength(2);
    expect(await threadsCount()).toBe(before + 1);
  });

  test("a chat shows why a question was refused", async () => {
    const { say } = start({ api: `${lectern.url}/discovery/v1/assistant/nobody/message` });
    expect((await say("How do I install it?")).error?.message).toContain("Project not found");
  });
});
