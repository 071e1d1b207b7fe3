import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { slow } from "../../support/slow.ts";
import { writeFiles } from "../temporary-folder.ts";
import { createFolder } from "./create-folder.ts";
import { type OpenSite, openSite, phone } from "./open-site.ts";

vi.setConfig(slow);

const sentence = "A sentence that is long enough to reach the right edge of the column and to go on in a second line. ";
const code = `const address = "${"https://example.com/".repeat(12)}";`;
const name = "io.example.protocol/oauth-client-credentials-of-a-service";

const longWord = "a".repeat(80);

const many = Array.from({ length: 40 }, (_, index) => `more/page-${index}`);

function project(): Record<string, string> {
  const settings = {
    theme: "mint",
    name: "Example",
    colors: { primary: "#16a34a", light: "#07c983", dark: "#15803d" },
    navbar: { primary: { type: "button", label: "Sign in", href: "https://example.com" } },
    navigation: {
      dropdowns: [
        {
          dropdown: "Documentation",
          tabs: [
            { tab: "Guides", pages: ["index", "log", "hero", "own", "black", ...many] },
            { tab: "API", openapi: "openapi.json" },
          ],
        },
        { dropdown: "Other", pages: ["other"] },
      ],
    },
  };
  const filter = {
    name: "filter",
    in: "query",
    schema: { type: "array", default: [{ id: longWord }, { id: "b" }] },
  };
  const content = { "application/json": { schema: { type: "object", properties: { id: { type: "string" } } } } };
  const operation = {
    summary: "List pets",
    parameters: [filter],
    responses: { 200: { description: "Pets", content } },
  };
  const spec = {
    openapi: "3.1.0",
    servers: [{ url: "https://api.example.com" }],
    paths: { "/pets": { get: operation } },
  };
  const blocks = [
    sentence.repeat(3),
    `- ${sentence.repeat(2)}\n- One more.`,
    `> ${sentence.repeat(2)}`,
    `<Note>${sentence}</Note>`,
    `\`\`\`js\n${code}\n\`\`\``,
    `<ParamField body="filter" type="object" default='${JSON.stringify([{ id: longWord }])}'>Text.</ParamField>`,
    `| Name | Text |\n|-|-|\n| \`a\` | \`${name}\` |`,
    "## One\n\nText.\n\n## Two\n\nText.",
  ];
  const updates = Array.from({ length: 24 }, (_, index) => {
    const year = index < 12 ? 2026 : 2025;
    return `<Update label="May ${24 - index}, ${year}" tags={["${index === 20 ? "Rare" : "Usual"}"]}>\n## Change ${index}\n\nText ${index}.\n</Update>`;
  });
  return {
    "docs.json": JSON.stringify(settings),
    "index.mdx": `---\ntitle: Home\ndescription: ${sentence}\n---\n\n${blocks.join("\n\n")}\n`,
    "log.mdx": `---\ntitle: Changes\n---\n\n${updates.join("\n\n")}\n`,
    "hero.mdx": `---\ntitle: Hero\nmode: frame\n---\n\n<div className="hero">Art</div>\n\n<div className="big"><h1>Two lines of a large title</h1><p>Below</p></div>\n\n${["outline", "sidebar", "view", "diagram"].map((className) => `<div className="own ${className}">Own</div>`).join("\n\n")}\n\nText.\n`,
    "style.css": ".big { width: 300px } .big h1 { font-size: 56px }",
    "own.mdx": `---\ntitle: Own\n---\n\n<div className="not-prose"><code>plain</code></div>\n\nText <code className="mine">styled</code>.\n\n<Accordion title="${"settings.".repeat(12)}">Text</Accordion>\n`,
    "black.mdx": `---\ntitle: Black\nmode: custom\n---\n\n<div className="bg-black text-white">\n  <h1 className="text-4xl">Title</h1>\n  <h2>Second</h2>\n</div>\n\n## Third\n`,
    "own.css": ".mine { background-color: rgb(1, 2, 3); padding: 0 9px; }",
    "openapi.json": JSON.stringify(spec),
    ...Object.fromEntries([...many, "other"].map((path) => [`${path}.mdx`, `---\ntitle: ${path}\n---\n\nText.\n`])),
  };
}

let site: OpenSite;
const folder = createFolder();
beforeAll(async () => {
  writeFiles(folder.path, project());
  site = await openSite(folder.path);
});
afterAll(async () => {
  await site.close();
  folder.remove();
});

const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).first().boundingBox();
  if (found === null) throw new Error(`${selector} isn't visible`);
  return { ...found, right: found.x + found.width };
};

test("text, lists, quotes, callouts, code and tables have the same right edge", async () => {
  const { page } = await site.read();
  await page.goto("/");
  const column = await box(page, ".article");
  for (const block of ["p", "ul", "blockquote", ".callout", ".code", ".table"]) {
    expect((await box(page, `.prose > ${block}`)).right, block).toBeCloseTo(column.right, 0);
  }
});

test.each(["light", "dark"] as const)(
  "headings in an author's box have its text color in %s mode",
  async (colorScheme) => {
    const { page } = await site.read({ colorScheme });
    await page.goto("/black");
    const colors = await page
      .locator(".prose :is(h1, h2)")
      .evaluateAll((headings) => headings.map((heading) => getComputedStyle(heading).color));
    expect(colors.slice(0, 2)).toEqual(["rgb(255, 255, 255)", "rgb(255, 255, 255)"]);
  },
);

test("code in an author's own layout has no box, and the author's classes take precedence", async () => {
  const { page } = await site.read();
  await page.goto("/own");
  const style = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { backgroundColor, borderTopWidth, paddingLeft } = getComputedStyle(element);
      return { backgroundColor, borderTopWidth, paddingLeft };
    });
  expect(await style(".not-prose code")).toEqual({
    backgroundColor: "rgba(0, 0, 0, 0)",
    borderTopWidth: "0px",
    paddingLeft: "0px",
  });
  expect(await style(".mine")).toMatchObject({ backgroundColor: "rgb(1, 2, 3)", paddingLeft: "9px" });
});

test("a long name in an accordion title doesn't make the page wider than a phone", async () => {
  const { page } = await site.read(phone);
  await page.goto("/own");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("the page doesn't show through the header", async () => {
  const { page } = await site.read();
  await page.goto("/");
  for (const part of [".site-header", ".header-tabs"]) {
    const color = await page.locator(part).evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(color, part).not.toMatch(/\/|rgba|transparent/);
  }
});

test("a hero page fills the width next to the sidebar, and plain text on it keeps its margins", async () => {
  const { page } = await site.read({ viewport: { width: 1800, height: 900 } });
  await page.goto("/hero");
  const sidebar = await box(page, ".sidebar");
  const art = await box(page, ".hero");
  expect(art.x).toBeCloseTo(sidebar.right, 0);
  expect(art.right).toBeCloseTo(1800, 0);
  expect((await box(page, ".prose > p")).x).toBeGreaterThan(art.x + 20);
});

test("an author's class with the name of a Lectern class neither hides nor moves the element", async () => {
  const { page } = await site.read(phone);
  await page.goto("/hero");
  const looks = await page.locator(".own").evaluateAll((elements) =>
    elements.map((element) => {
      const { display, position, borderTopWidth } = getComputedStyle(element);
      return `${display} ${position} ${borderTopWidth}`;
    }),
  );
  expect(looks).toEqual(Array(4).fill("block static 0px"));
});

test("all primary buttons of a page have the same color", async () => {
  const { page } = await site.read({ colorScheme: "dark" });
  await page.goto("/api-reference/list-pets");
  const colors = await page
    .locator(".header-button, .try-button, .tester-send")
    .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor));
  expect(colors.length).toBe(3);
  expect(new Set(colors).size).toBe(1);
});

test("a long line of code fades out, and the copy button is visible on devices without hover", async () => {
  const { page } = await site.read();
  await page.goto("/");
  const fade = () =>
    page.locator(".code pre").evaluate((pre) => getComputedStyle(pre).getPropertyValue("--fade-after"));
  await expect.poll(fade).toBe("28px");
  const opacity = await page.locator(".code-tools").evaluate((tools) => getComputedStyle(tools).opacity);
  expect(opacity).toBe("1");
});

test("a long name in a table only breaks after dots, slashes and hyphens", async () => {
  const { page } = await site.read(phone);
  await page.goto("/");
  const lines = await page.locator("td:nth-child(2) code").evaluate((element) => {
    const range = document.createRange();
    const texts: { top: number; text: string }[] = [];
    for (const node of element.childNodes) {
      for (let at = 0; at < (node.textContent ?? "").length; at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { top } = range.getBoundingClientRect();
        const last = texts.at(-1);
        if (last?.top === top) last.text += range;
        else texts.push({ top, text: String(range) });
      }
    }
    return texts.map(({ text }) => text);
  });
  expect(lines.join("")).toBe(name);
  expect(lines.slice(0, -1).filter((line) => !/[./-]$/.test(line))).toEqual([]);
});

test("a long default value is shown in a separate block", async () => {
  const { page } = await site.read(phone);
  for (const path of ["/api-reference/list-pets", "/"]) {
    await page.goto(path);
    expect(await page.locator(".field-value").textContent(), path).toContain(`"id": "${longWord}"`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
});

test("a title that the author enlarges gets a larger line height and keeps its margin", async () => {
  const { page } = await site.read();
  await page.goto("/hero");
  const title = await box(page, ".big h1");
  expect(title.height).toBeGreaterThanOrEqual(2 * 56);
  expect((await box(page, ".big p")).y).toBeGreaterThanOrEqual(title.y + title.height + 8);
});

test("the code font of an API page is preloaded with the same priority as the text font", async () => {
  const { page } = await site.read();
  await page.goto("/api-reference/list-pets");
  const font = page.locator('link[rel="preload"][href*="jetbrains"]');
  expect(await font.count()).toBe(1);
  expect(await font.getAttribute("fetchpriority")).toBeNull();
});

test("on a phone, the page menu and the outline share a row, and the outline closes after a choice", async () => {
  const { page } = await site.read(phone);
  await page.goto("/");
  const tools = await box(page, ".page-menu");
  const outline = await box(page, ".outline-menu > summary");
  expect(outline.y).toBeCloseTo(tools.y, 0);
  expect(outline.x).toBeGreaterThan(tools.right);
  await page.locator(".outline-menu > summary").tap();
  await page.locator(".outline-menu").getByRole("link", { name: "Two" }).tap();
  expect(page.url()).toContain("#two");
  expect(await page.locator(".outline-menu[open]").count()).toBe(0);
});

test("the section switcher stays visible above a scrolling sidebar", async () => {
  const { page } = await site.read({ viewport: { width: 1280, height: 500 } });
  await page.goto("/more/page-39");
  const sidebar = page.locator(".sidebar");
  expect(await sidebar.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  const { y } = await box(page, ".sidebar .switcher > summary");
  const top = (await box(page, ".sidebar")).y;
  expect(y - top).toBeGreaterThanOrEqual(0);
  expect(y - top).toBeLessThan(24);
  const above = await sidebar.evaluate((element, distance) => {
    const { left } = element.getBoundingClientRect();
    return document.elementFromPoint(left + 40, distance)?.closest("li")?.textContent;
  }, top + 4);
  expect(above).toBeUndefined();
});

test("a long changelog folds earlier years, which links and filters open, and its outline lists the years", async () => {
  const { page } = await site.read();
  await page.goto("/log");
  const old = page.getByText("Text 20.");
  expect(await page.getByText("Text 3.").isVisible()).toBe(true);
  expect(await old.isVisible()).toBe(false);
  const outline = page.locator(".outline nav a");
  expect((await outline.allTextContents()).slice(-2)).toEqual(["May 13, 2026", "2025"]);
  await page.goto("/log#change-20");
  await expect.poll(() => old.isVisible()).toBe(true);
  await page.goto("/");
  await page.goto("/log");
  await page.getByRole("button", { name: "Rare" }).click();
  expect(await old.isVisible()).toBe(true);
  expect(await page.getByText("Text 3.").isVisible()).toBe(false);
});
