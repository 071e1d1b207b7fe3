import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatCompletions } from "../../src/editor/completions/format-completions.ts";
import { newPage } from "../dashboard/dashboard-browser.ts";
import { launchBrowser } from "../support/launch-browser.ts";
import { type SourceHarness, startSourceHarness } from "./source-harness.ts";

const text = `---
title: Watering
---

import { Pot } from "/snippets/pot.jsx"

## In the morning

Water **all** plants with [care](/care), see <Badge color="red">hot</Badge>.

<Steps>
  <Step title="Fill the can">
    \`\`\`bash title="Fill"
    # not a heading
    fill --to={3}
    \`\`\`
  </Step>
</Steps>

{/* A comment */}
`;

const facts = {
  ...formatCompletions,
  pages: [{ path: "care.mdx", title: "How to care", url: "/care" }],
  snippets: [{ path: "snippets/pot.jsx", exports: ["Pot"] }],
  media: ["images/fern.png"],
  variables: [],
  iconLibrary: "lucide",
  isCut: false,
};

let browser: Browser;
let harness: SourceHarness;

beforeAll(async () => {
  [harness, browser] = await Promise.all([startSourceHarness(text, facts), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  harness?.close();
});

async function open(query = "", width = 1440): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const { page, faults } = await newPage(context);
  await page.goto(`${harness.url}${query}`);
  await page.locator(".cm-content").first().waitFor();
  return { page, faults };
}

const textOf = (page: Page, index: number) =>
  page.evaluate(`window.harness.sessions[${index}].text.toString()`) as Promise<string>;
const editors = (page: Page) => page.locator(".cm-content");

test("two people see each other's typing, and each undoes only their own", async () => {
  const { page, faults } = await open();
  const ada = editors(page).nth(0);
  const eve = editors(page).nth(1);
  await ada.getByText("In the morning").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" and at noon");
  await eve.getByText("A comment").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" by Eve");
  await expect.poll(() => textOf(page, 0)).toContain("*/} by Eve");
  expect(await textOf(page, 1)).toContain("## In the morning and at noon\n");
  expect(await eve.textContent()).toContain("In the morning and at noon");
  expect(await eve.locator(".cm-remote-name").textContent()).toBe("Ada");
  await ada.getByText("Water").first().click();
  await page.keyboard.press("Control+z");
  expect(await textOf(page, 0)).not.toContain("and at noon");
  expect(await textOf(page, 0)).toContain("*/} by Eve");
  await page.keyboard.press("Control+Shift+Z");
  await expect.poll(() => textOf(page, 1)).toContain("and at noon");
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a component is completed with its required props, and a link with the path of a page", async () => {
  const { page, faults } = await open();
  await editors(page).nth(0).getByText("A comment").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n<Acc");
  await page.keyboard.press("Control+Space");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "AccordionGroup" }).waitFor();
  await page.locator(".cm-tooltip-autocomplete li", { hasText: /^Accordion$/ }).click();
  await expect.poll(() => textOf(page, 1)).toContain('<Accordion title="">\n  \n</Accordion>');
  await page.keyboard.type("More");
  expect(await textOf(page, 0)).toContain('<Accordion title="More">');
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\nSee [this](/how");
  await page.keyboard.press("Control+Space");
  // Pages are found by their title.
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "How to care" }).click();
  await expect.poll(() => textOf(page, 0)).toContain("See [this](/care");
  expect(faults).toEqual([]);
  await page.context().close();
});

test("props are offered during fast typing, and Escape closes the list before Tab can leave the editor", async () => {
  const { page, faults } = await open();
  const offered = page.locator(".cm-tooltip-autocomplete li", { hasText: "title" }).first();
  await editors(page).nth(0).getByText("A comment").click();
  for (let count = 1; count <= 4; count += 1) {
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n<Card ");
    await offered.waitFor();
    await page.keyboard.press("Escape");
    await offered.waitFor({ state: "detached" });
  }
  await page.keyboard.press("Tab");
  expect(
    await editors(page)
      .nth(0)
      .evaluate((element) => element.matches(":focus")),
  ).toBe(true);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("problems are marked in the text, and applying a fix changes it", async () => {
  const { page, faults } = await open();
  const start = text.indexOf("red");
  const problem = {
    severity: "warning",
    message: "Too hot",
    line: 9,
    fix: { start, end: start + 3, text: "blue", label: "Use blue" },
  };
  await page.evaluate(`window.harness.set0.setProblems([${JSON.stringify(problem)}])`);
  await page.locator(".cm-lintRange-warning").first().hover();
  await page.getByRole("button", { name: "Use blue" }).click();
  expect(await textOf(page, 1)).toContain('<Badge color="blue">');
  expect(faults).toEqual([]);
  await page.context().close();
});

test("source mode reports the caret's place and selects a place from outside", async () => {
  const { page } = await open();
  await editors(page).nth(0).getByText("Fill the can").click();
  const last = (await page.evaluate("window.harness.places[0].at(-1)")) as { start: number };
  expect(text.slice(0, last.start)).toContain("<Step");
  const start = text.indexOf("morning");
  await page.evaluate(`window.harness.set0.setPlace({ start: ${start}, end: ${start + 7} })`);
  await editors(page).nth(0).focus();
  await page.keyboard.type("evening");
  expect(await textOf(page, 0)).toContain("## In the evening\n");
  await page.context().close();
});

test("typed keys stay in the editor, Ctrl+S says that nothing has to be saved, and Escape then Tab leaves", async () => {
  const { page } = await open();
  await editors(page).nth(0).getByText("A comment").click();
  await page.keyboard.type("g");
  expect(await page.evaluate("window.harness.outside")).toBeUndefined();
  await page.keyboard.press("Control+s");
  await page.getByText("Changes are saved as you type.").waitFor();
  const before = await textOf(page, 0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  expect(await textOf(page, 0)).toBe(before);
  expect(
    await editors(page)
      .nth(0)
      .evaluate((element) => element.matches(":focus")),
  ).toBe(false);
  await editors(page).nth(0).getByText("In the morning").click();
  await page.keyboard.press("Tab");
  expect(await textOf(page, 0)).toContain("  ## In the morning");
  await page.context().close();
});

test("a person without write access can read the source but not change it", async () => {
  const { page } = await open("?readonly");
  await editors(page).nth(0).getByText("A comment").click();
  await page.keyboard.type("x");
  await page.keyboard.press("Enter");
  expect(await textOf(page, 0)).toBe(text);
  await editors(page).nth(1).getByText("In the morning").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("y");
  await expect.poll(() => editors(page).nth(0).textContent()).toContain("y");
  await page.context().close();
});

test("conflicts are resolved one by one, and changes that don't overlap are merged", async () => {
  const { page, faults } = await open("?view=merge");
  const merged = () => page.evaluate("window.harness.merged") as Promise<{ text: string; openConflicts: number }>;
  expect(await merged()).toEqual({
    text: "# Their title\n\nOne of mine\n\nTwo\n\nThree and me\n",
    openConflicts: 1,
  });
  await page.getByRole("button", { name: "Use theirs" }).click();
  await expect.poll(merged).toMatchObject({ text: expect.stringContaining("One of theirs\n"), openConflicts: 0 });
  await page.getByRole("button", { name: "Keep both" }).click();
  await expect.poll(merged).toMatchObject({ text: expect.stringContaining("One of mine\nOne of theirs\n") });
  await page.getByRole("button", { name: "Keep mine" }).click();
  await editors(page).nth(1).getByText("Three and me").click();
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  await expect.poll(merged).toEqual({
    text: "# Their title\n\nOne of mine\n\nTwo\n\nThree and me!\n",
    openConflicts: 0,
  });
  expect(faults).toEqual([]);
  await page.context().close();
});

const { LECTERN_PICTURES: pictures } = process.env;

test.runIf(pictures)("source mode is drawn for screenshots", async () => {
  for (const [width, theme] of [
    [1440, "light"],
    [1440, "dark"],
    [768, "light"],
    [768, "dark"],
  ] as const) {
    for (const view of ["source", "merge"]) {
      const { page } = await open(`?theme=${theme}&view=${view}`, width);
      if (view === "source") {
        await editors(page).nth(1).getByText("Fill the can").click();
        await editors(page).nth(0).getByText("A comment").click();
        await page.keyboard.press("Control+f");
        await page.keyboard.press("Escape");
        await page.evaluate(
          'window.harness.set0.setProblems([{ severity: "warning", message: "Too hot", line: 9 }, { severity: "error", message: "Broken", line: 5 }])',
        );
        await page.keyboard.press("Control+End");
        await page.keyboard.type("\n<Card ");
        await page.keyboard.press("Control+Space");
        await page.locator(".cm-tooltip-autocomplete").waitFor();
      }
      await page.screenshot({ path: `${pictures}/${view}-${width}-${theme}.png` });
      await page.context().close();
    }
  }
});
