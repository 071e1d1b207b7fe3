import { expect, test, vi } from "vitest";
import { stepMilliseconds } from "../support/launch-browser.ts";
import { slow } from "../support/slow.ts";
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
  const heading = lists.getByRole("heading", { level: 1 });
  await heading.waitFor();
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

test("after publishing, the page is read-only until the person continues, and late edits move to the new draft", async () => {
  const writing = await startWriting({ "index.mdx": index });
  const { draft, people, editorUrl } = writing;
  const [ada, ben] = people;
  if (ada === undefined || ben === undefined) throw new Error("Two people are needed.");
  const url = editorUrl(draft.id, "index.mdx");
  await openIn(ada.page, "visual", url);
  await openIn(ben.page, "source", url);
  await clickEndOf(ada.page, "visual", "First line.");
  await clickEndOf(ben.page, "source", "Second line.");
  await ada.page.keyboard.type(" by Ada");
  await ben.page.keyboard.type(" by Ben");
  await editorText(ada.page, "visual").getByText("by Ben").waitFor();
  await isSaved(ada.page);

  // Ben's connection is cut, so his next words aren't sent before Ada publishes.
  await ben.context.setOffline(true);
  await ben.page.keyboard.type(" too late");
  await ada.page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = ada.page.getByRole("dialog");
  await vi.waitFor(async () => expect(await dialog.getByLabel("Title").inputValue()).not.toBe(""), {
    timeout: stepMilliseconds,
  });
  await dialog.getByRole("button", { name: "Publish" }).click();
  const published = ada.page.getByText("Published. Live in a few seconds.");
  await published.waitFor();
  await dialog.waitFor({ state: "hidden" });
  expect(await editorText(ada.page, "visual").getAttribute("contenteditable")).toBe("false");
  expect(await ada.page.getByRole("link", { name: "View site" }).getAttribute("href")).toMatch(/^http.*\/$/);
  const first = index.replace("First line.", "First line. by Ada").replace("Second line.", "Second line. by Ben");
  expect(await writing.git("show", "main:index.mdx")).toBe(first.trimEnd());

  await ben.context.setOffline(false);
  await ben.page.getByText("Your last edits came too late.").waitFor();
  await ben.page.getByRole("button", { name: "Keep editing" }).click();
  await ben.page.waitForURL((now) => now.href !== url && now.searchParams.has("draft"));
  await editorText(ben.page, "source").getByText("Second line. by Ben too late").waitFor();
  await isSaved(ben.page);
  const next = new URL(ben.page.url()).searchParams.get("draft") ?? "";
  const second = first.replace("by Ben", "by Ben too late");
  expect(await writing.stored(next, "index.mdx")).toBe(second);

  await ada.page.getByRole("button", { name: "Keep editing" }).click();
  await published.waitFor({ state: "hidden" });
  await clickEndOf(ada.page, "visual", "by Ada");
  await ada.page.keyboard.type(" again");
  await isSaved(ada.page);
  const own = new URL(ada.page.url()).searchParams.get("draft") ?? "";
  expect(own).not.toBe(next);
  expect(await writing.stored(own, "index.mdx")).toBe(first.replace("by Ada", "by Ada again"));
});
