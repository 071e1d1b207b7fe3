import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Doc } from "yjs";
import type { PreviewedPage } from "../../../../src/contract/editor-preview-operations.ts";
import { ApiError } from "../../../../src/contract/send-request.ts";
import { movePlace } from "./article-blocks.ts";
import { createLivePreview } from "./live-preview.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const text = new Doc().getText("source");
  text.insert(0, "a");
  const sent: {
    text: string;
    signal: AbortSignal;
    reply(page: Partial<PreviewedPage>): void;
    fail(error: Error): void;
  }[] = [];
  const preview = createLivePreview(
    { text },
    (now, signal) =>
      new Promise((resolve, reject) => {
        const page = {
          html: `<article>${now}</article>`,
          stylesheet: "",
          cssVersion: "1",
          accent: "",
          title: "",
          problems: [],
        };
        sent.push({
          text: now,
          signal,
          reply: (changes) => resolve({ ...page, milliseconds: 1, ...changes }),
          fail: reject,
        });
      }),
  );
  const unsubscribe = preview.subscribe(() => undefined);
  const type = (words: string) => text.insert(text.length, words);
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  return { preview, sent, type, pass, unsubscribe };
}

test("a burst of keystrokes is sent once, after a pause", async () => {
  const { sent, type, pass } = setUp();
  await pass(0);
  sent[0]?.reply({});
  for (const key of "bcd") {
    type(key);
    await pass(20);
  }
  expect(sent).toHaveLength(1);
  await pass(100);
  expect(sent.map(({ text }) => text)).toEqual(["a", "abcd"]);
});

test("only one request is sent at a time, and then only the newest text", async () => {
  const { preview, sent, type, pass } = setUp();
  await pass(0);
  type("b");
  await pass(200);
  type("c");
  await pass(200);
  expect(sent.map(({ text }) => text)).toEqual(["a"]);
  sent[0]?.reply({});
  await pass(200);
  expect(sent.map(({ text }) => text)).toEqual(["a", "abc"]);
  expect(preview.read().page?.text).toBe("a");
  sent[1]?.reply({});
  await pass(200);
  expect(preview.read()).toMatchObject({ status: "current", page: { text: "abc" } });
  expect(sent).toHaveLength(2);
});

test("a text that can't be rendered keeps the last good page and reports its problems", async () => {
  const { preview, sent, type, pass } = setUp();
  await pass(0);
  sent[0]?.reply({});
  type("<");
  await pass(100);
  const problem = { severity: "error" as const, message: "Not closed", line: 1 };
  sent[1]?.reply({ html: null, problems: [problem] });
  await pass(0);
  expect(preview.read()).toMatchObject({ status: "stale", page: { text: "a" }, problems: [problem] });
});

test("without a connection, the preview is retried until it works", async () => {
  const { preview, sent, pass } = setUp();
  await pass(0);
  sent[0]?.fail(new TypeError("fetch failed"));
  await pass(0);
  expect(preview.read().status).toBe("offline");
  await pass(2_000);
  sent[1]?.reply({});
  await pass(0);
  expect(preview.read().status).toBe("current");
});

test("a refused text isn't sent again until it changes", async () => {
  const { preview, sent, type, pass } = setUp();
  await pass(0);
  sent[0]?.fail(new ApiError(413, { error: "The page is too large." }, undefined));
  await pass(10_000);
  expect(sent).toHaveLength(1);
  expect(preview.read()).toMatchObject({ status: "stale", message: "The page is too large." });
  type("b");
  await pass(100);
  expect(sent).toHaveLength(2);
});

test("when nobody looks anymore, the request is canceled and keystrokes are no longer sent", async () => {
  const { sent, type, pass, unsubscribe } = setUp();
  await pass(0);
  unsubscribe();
  expect(sent[0]?.signal.aborted).toBe(true);
  type("b");
  await pass(1_000);
  expect(sent).toHaveLength(1);
});

test("a place moves with text that is typed before it, and stays when text is typed after it", () => {
  expect(movePlace({ start: 5, end: 8 }, "abc def ghi", "abc XX def ghi")).toEqual({ start: 8, end: 11 });
  expect(movePlace({ start: 0, end: 3 }, "abc def", "abc def ghi")).toEqual({ start: 0, end: 3 });
  expect(movePlace({ start: 2, end: 5 }, "ab123cd", "abcd")).toEqual({ start: 2, end: 2 });
});
