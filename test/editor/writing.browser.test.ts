import { expect, test, vi } from "vitest";
import { stepMilliseconds } from "../support/launch-browser.ts";
import { slow } from "../support/slow.ts";
import { typeThrough } from "./typing.ts";
import { clickEndOf, editorText, isSaved, openIn, startWriting } from "./writers.ts";

vi.setConfig(slow);

const index = "---\ntitle: Plants\n---\n\nFirst line.\n\nSecond line.\n";

/** Contains all keys that are shortcuts elsewhere in the dashboard. */
const sentence = " can you go past / n j k ? c";

test("nothing typed is lost while the server is away, and no page is replaced by an error", async () => {
  const writing = await startWriting({ "index.mdx": index });
  const { draft, people, editorUrl, projectUrl } = writing;
  const [ada, ben] = people;
  if (ada === undefined || ben === undefined) throw new Error("Two people are needed.");
  const url = editorUrl(draft.id, "index.mdx");
  await openIn(ada.page, "visual", url);
  await openIn(ben.page, "source", url);
  const lists = await ben.context.newPage();
  await lists.goto(`${projectUrl}/assistant?tab=quality`);
  await lists.getByText("No judged questions yet").waitFor();
  const shown = await lists.locator("#content").textContent();
  await clickEndOf(ada.page, "visual", "First line.");
  await clickEndOf(ben.page, "source", "Second line.");
  await ada.page.keyboard.type(" before");
  await isSaved(ada.page);

  await writing.kill();
  const away = "Can't reach the server. Trying again…";
  await Promise.all([ada.page.keyboard.type(sentence), ben.page.keyboard.type(sentence)]);
  await ada.page.getByText(away).waitFor();
  await Promise.all([ada.page.keyboard.type(sentence), ben.page.keyboard.type(sentence)]);
  await lists.getByText(away).waitFor();
  // Code that wasn't loaded before can't be loaded now.
  await lists.getByRole("button", { name: /^Notifications/ }).click();
  await lists.getByText("This part couldn't be loaded.").waitFor();
  await lists.keyboard.press("Escape");
  expect(await lists.locator("#content").textContent()).toBe(shown);
  expect([ada.page.url(), ben.page.url()]).toEqual([url, url]);

  await writing.restart();
  await Promise.all([isSaved(ada.page), isSaved(ben.page)]);
  await ada.page.getByText(away).waitFor({ state: "hidden" });
  expect(await writing.stored(draft.id, "index.mdx")).toBe(
    index
      .replace("First line.", `First line. before${sentence}${sentence}`)
      .replace("Second line.", `Second line.${sentence}${sentence}`),
  );
});

test("two people who type through a kill, a push and a publish lose no character", async () => {
  await typeThrough(1, ["kill", "push", "publish"]);
});

test.each(["visual", "source"] as const)(
  "someone who types on while leaving %s mode loses no character",
  async (mode) => {
    const writing = await startWriting({ "index.mdx": index });
    const [ada] = writing.people;
    if (ada === undefined) throw new Error("A person is needed.");
    const { page } = ada;
    const other = mode === "visual" ? "source" : "visual";
    await openIn(page, mode, writing.editorUrl(writing.draft.id, "index.mdx"));
    await clickEndOf(page, mode, "First line.");
    // In one task, so that nothing is rendered between the last character and the switch.
    await page.evaluate(async (words) => {
      document.execCommand("insertText", false, words);
      await Promise.resolve();
      dispatchEvent(new KeyboardEvent("keydown", { key: "S", ctrlKey: true, shiftKey: true }));
    }, sentence);
    await editorText(page, other).waitFor();
    await vi.waitFor(
      async () => expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false),
      { timeout: stepMilliseconds },
    );
    await page.keyboard.type(sentence);
    await isSaved(page);
    expect(await writing.stored(writing.draft.id, "index.mdx")).toBe(
      index.replace("First line.", `First line.${sentence}${sentence}`),
    );
  },
);

test("a page that is too long for visual mode opens as source, with a note", async () => {
  const long = `${index}${"\nMany plants need little water.\n".repeat(3_500)}`;
  const writing = await startWriting({ "index.mdx": long });
  const [ada] = writing.people;
  if (ada === undefined) throw new Error("A person is needed.");
  const { page } = ada;
  await page.goto(writing.editorUrl(writing.draft.id, "index.mdx"));
  await page.getByText("This page is too long for visual mode, so it is shown as source.").waitFor();
  expect(await page.getByRole("button", { name: "Visual", exact: true }).isDisabled()).toBe(true);
  await clickEndOf(page, "source", "First line.");
  await page.keyboard.type(sentence);
  await isSaved(page);
  expect(await writing.stored(writing.draft.id, "index.mdx")).toBe(
    long.replace("First line.", `First line.${sentence}`),
  );
});
