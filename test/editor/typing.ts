import type { BrowserContext, Page } from "playwright-core";
import { expect, vi } from "vitest";
import { stepMilliseconds } from "../support/launch-browser.ts";
import { clickEndOf, editorText, isSaved, type Mode, openIn, startWriting } from "./writers.ts";

const pushedMax = 200;
const first = "First line.";
const second = "Second line.";
const third = "Third line.";
const index = `---\ntitle: Plants\n---\n\n${first}\n\n${second}\n\n${third}\n`;

type Writing = Awaited<ReturnType<typeof startWriting>>;

interface Writer {
  context: BrowserContext;
  page: Page;
  mode: Mode;
  /** The beginning of this person's line. */
  line: string;
  typed: string;
}

/** Events while people type. Each one must leave every character in place. */
export const typingEvents = ["kill", "offline", "replace", "switch", "push", "publish", "reload"] as const;
export type TypingEvent = (typeof typingEvents)[number];

/** A small generator of the same numbers for the same seed (mulberry32). */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Letters that are shortcuts elsewhere, spaces at every place, and characters outside of ASCII. */
const alphabet = "abcdefghjknpst cgjkn ?,.! é漢字😀 ";

/**
 * Two people type on one page, one in each mode, while the events happen. In the end the page must contain every
 * character that they typed, in order, and nothing else.
 */
export async function typeThrough(seed: number, events: Iterable<TypingEvent>): Promise<number> {
  const random = seeded(seed);
  const writing = await startWriting({ "index.mdx": index });
  const [ada, ben] = writing.people;
  if (ada === undefined || ben === undefined) throw new Error("Two people are needed.");
  const writers: [Writer, Writer] = [
    { ...ada, mode: "visual", line: first, typed: "" },
    { ...ben, mode: "source", line: second, typed: "" },
  ];
  const state = { draftId: writing.draft.id, pushes: 0 };
  await Promise.all(writers.map((writer) => open(writing, writer, state.draftId)));
  for (const event of events) {
    await typeSome(writers, random);
    await happen(event, writing, writers, state, random);
    await typeSome(writers, random);
    await check(writing, writers, state, `${event} with seed ${seed}`);
  }
  return writers.reduce((sum, { typed }) => sum + typed.length, 0);
}

async function open(writing: Writing, writer: Writer, draftId: string): Promise<void> {
  await openIn(writer.page, writer.mode, writing.editorUrl(draftId, "index.mdx"));
  await clickEndOf(writer.page, writer.mode, writer.line);
}

async function typeSome(writers: readonly Writer[], random: (below: number) => number): Promise<void> {
  await Promise.all(
    writers.map(async (writer) => {
      const characters = [...alphabet];
      const text = Array.from({ length: 5 + random(20) }, () => characters[random(characters.length)]).join("");
      writer.typed += text;
      // The last character isn't a space: Markdown has none at the end of a line.
      writer.typed += "x";
      await writer.page.keyboard.type(`${text}x`, { delay: random(30) });
    }),
  );
}

async function happen(
  event: TypingEvent,
  writing: Writing,
  writers: [Writer, Writer],
  state: { draftId: string; pushes: number },
  random: (below: number) => number,
): Promise<void> {
  const [ada, ben] = writers;
  const writer = writers[random(2)] ?? ada;
  switch (event) {
    case "kill":
      await writing.kill();
      await typeSome(writers, random);
      await writing.restart();
      break;
    case "offline":
      await writer.context.setOffline(true);
      await typeSome(writers, random);
      await writer.context.setOffline(false);
      break;
    case "replace":
      await Promise.all([writing.replace(), typeSome(writers, random)]);
      break;
    case "switch":
      writer.mode = writer.mode === "visual" ? "source" : "visual";
      await writer.page.keyboard.press("Control+Shift+S");
      await editorText(writer.page, writer.mode).waitFor();
      await clickEndOf(writer.page, writer.mode, writer.line);
      break;
    case "push":
      state.pushes = Math.min(state.pushes + 1, pushedMax);
      await writing.commit("main", {
        "index.mdx": (await published(writing)).replace(/Third line\..*/, `${third}${" pushed".repeat(state.pushes)}`),
      });
      break;
    case "reload":
      await isSaved(writer.page);
      await writer.page.reload();
      await clickEndOf(writer.page, writer.mode, writer.line);
      break;
    case "publish":
      await publish(writing, ada, ben, state, random);
      break;
  }
}

/** One person publishes while the other types and continues in a new draft, where both meet again. */
async function publish(
  writing: Writing,
  typist: Writer,
  publisher: Writer,
  state: { draftId: string },
  random: (below: number) => number,
): Promise<void> {
  await isSaved(publisher.page);
  await publisher.page.getByRole("button", { name: "Publish", exact: true }).click();
  const button = publisher.page.getByRole("dialog").getByRole("button", { name: "Publish" });
  await vi.waitFor(async () => expect(await button.isEnabled()).toBe(true), { timeout: stepMilliseconds });
  await typeSome([typist], random);
  await typist.context.setOffline(true);
  await typeSome([typist], random);
  await button.click();
  await publisher.page.getByText("Published. Live in a few seconds.").waitFor();
  await publisher.page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(await publisher.page.getByRole("link", { name: "View site" }).getAttribute("href")).toMatch(/^http.*\/$/);
  expect(await editorText(publisher.page, publisher.mode).getAttribute("contenteditable")).toBe("false");
  await typist.context.setOffline(false);
  await typist.page.getByText("Your last edits came too late.").waitFor();
  const before = typist.page.url();
  await typist.page.getByRole("button", { name: "Keep editing" }).click();
  await typist.page.waitForURL((url) => url.href !== before);
  state.draftId = new URL(typist.page.url()).searchParams.get("draft") ?? "";
  await editorText(typist.page, typist.mode).waitFor();
  await clickEndOf(typist.page, typist.mode, typist.line);
  await open(writing, publisher, state.draftId);
}

const published = async (writing: Writing) => `${await writing.git("show", "main:index.mdx")}\n`;

async function check(writing: Writing, writers: readonly Writer[], state: { draftId: string }, at: string) {
  await Promise.all(writers.map(({ page }) => isSaved(page)));
  const stored = await writing.stored(state.draftId, "index.mdx");
  const [, merged = third] = /^(Third line\..*)$/m.exec(stored) ?? [];
  const expected = writers
    .reduce((text, { line, typed }) => text.replace(line, () => line + typed), index)
    .replace(third, merged);
  expect(stored, at).toBe(expected);
  for (const { page, mode, line, typed } of writers) {
    const shown = await editorText(page, mode).getByText(line).first().evaluate(textWithoutCarets);
    expect(shown, `${at} in ${mode} mode`).toBe(line + typed);
  }
}

/** The names at other people's cursors are part of the element, but not of the text. */
function textWithoutCarets(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const caret of copy.querySelectorAll(".other-caret, .cm-remote-caret")) caret.remove();
  return copy.textContent ?? "";
}
