import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { slow } from "../../support/slow.ts";
import { temporaryProject } from "../temporary-folder.ts";
import { type OpenSite, openSite, phone } from "./open-site.ts";

vi.setConfig(slow);

let site: OpenSite;
beforeAll(async () => {
  site = await openSite(join(import.meta.dirname, "../gallery"));
});
afterAll(() => site.close());

/** A tall window, so that every diagram is in view. */
const tall = { viewport: { width: 1280, height: 20_000 } };

test("Mermaid draws every kind of diagram in both modes without violating the content security policy", async () => {
  const { page, problems } = await site.read({ ...tall, colorScheme: "light" });
  await page.goto("/text/diagrams");
  const sources = page.locator("[data-mermaid]");
  const drawings = page.locator("[data-mermaid] .drawing");
  await expect.poll(() => drawings.count()).toBe(await sources.count());
  expect(await page.locator("[data-mermaid] pre").count()).toBe(0);
  expect(await page.locator("[data-mermaid]").first().getByText("Publish").count()).toBeGreaterThan(0);
  expect(await drawings.first().getAttribute("aria-label")).toBe("Flowchart");
  const links = await page
    .locator("[data-mermaid] a")
    .evaluateAll((all) => all.map((link) => link.getAttributeNS("http://www.w3.org/1999/xlink", "href")));
  expect(links).toEqual(["https://example.org/", null]);
  const words = page.locator("[data-mermaid]").getByText("bench").first();
  const color = () => words.evaluate((text) => getComputedStyle(text).color + getComputedStyle(text).fill);
  const light = await color();
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
  });
  await expect.poll(color).not.toBe(light);
  expect(problems).toEqual([]);
});

test("a page loads Mermaid only when a diagram is about to come into view", async () => {
  const { page } = await site.read(phone);
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto("/text/code", { waitUntil: "load" });
  await page.goto("/text/markdown", { waitUntil: "load" });
  expect(loaded.filter((url) => url.includes("mermaid"))).toEqual([]);
  await page.locator("[data-mermaid]").first().scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator("[data-mermaid] .drawing").count()).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("the large layout engine is loaded only for a diagram that asks for it", async () => {
  const { page } = await site.read();
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  const drawFirst = async () => {
    await page.goto("/text/diagrams");
    await page.locator("[data-mermaid]").first().locator(".drawing").waitFor();
    return loaded.filter((url) => url.includes("/elk-")).length;
  };
  expect(await drawFirst()).toBe(0);
  await page.route("**/text/diagrams", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("flowchart", "flowchart-elk") });
  });
  expect(await drawFirst()).toBe(1);
});

test("a wide diagram is first shown whole, and can be enlarged", async () => {
  const { page } = await site.read({ ...phone, viewport: { width: 390, height: 20_000 } });
  await page.goto("/text/diagrams");
  const figures = page.locator("[data-mermaid]");
  await expect.poll(() => page.locator("[data-mermaid] .drawing").count()).toBe(await figures.count());
  const overflowing = () =>
    page
      .locator(".diagram-view")
      .evaluateAll((views) => views.filter((view) => view.scrollWidth > view.clientWidth).length);
  expect(await overflowing()).toBe(0);
  await page.getByRole("button", { name: "Zoom in" }).first().click();
  expect(await overflowing()).toBe(1);
});

test("a flowchart with a loop begins with the node that is declared first", async () => {
  const loop = "flowchart TD\n  A[Start] --> B{Fine?}\n  B -->|no| A\n  B -->|yes| C[Done]\n";
  const settings = { theme: "mint", name: "Loop", colors: { primary: "#16a34a" }, navigation: { pages: ["index"] } };
  const files = { "docs.json": JSON.stringify(settings), "index.mdx": `\`\`\`mermaid\n${loop}\`\`\`\n` };
  const other = await openSite(temporaryProject(files));
  try {
    const { page } = await other.read(tall);
    await page.goto("/");
    await page.locator("[data-mermaid] .drawing").waitFor();
    const places = await page
      .locator("[data-mermaid] .node")
      .evaluateAll((nodes) =>
        nodes.map((node) => [node.textContent?.trim(), node.getBoundingClientRect().top] as const),
      );
    const fromTop = places.toSorted(([, one], [, two]) => one - two).map(([name]) => name);
    expect(fromTop).toEqual(["Start", "Fine?", "Done"]);
  } finally {
    await other.close();
  }
});

test("without JavaScript, the source of a diagram is shown in full", async () => {
  const { page } = await site.read({ javaScriptEnabled: false });
  await page.goto("/text/diagrams");
  expect(await page.locator("[data-mermaid] pre").first().isVisible()).toBe(true);
  const cut = await page
    .locator(".diagram-view")
    .evaluateAll((views) => views.filter((view) => view.scrollHeight > view.clientHeight + 1).length);
  expect(cut).toBe(0);
});

test("a diagram that Mermaid can't read is shown as its source, with the reason", async () => {
  const { page, problems } = await site.read(tall);
  await page.route("**/text/diagrams", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("flowchart", "flowchart ]]") });
  });
  await page.goto("/text/diagrams");
  const figure = page.locator("[data-mermaid]").first();
  await expect
    .poll(() => figure.locator("figcaption").allTextContents())
    .toEqual([expect.stringContaining("Mermaid: ")]);
  expect(await figure.locator("pre").isVisible()).toBe(true);
  expect(problems).toEqual([]);
});
