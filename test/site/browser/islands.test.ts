import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { slow } from "../../support/slow.ts";
import { type OpenSite, openSite } from "./open-site.ts";

vi.setConfig(slow);

// Authors' components run in a real browser, under the headers of the real server.
let site: OpenSite;
beforeAll(async () => {
  site = await openSite(join(import.meta.dirname, "../scenarios/islands/project"));
});
afterAll(() => site.close());

/** Opens the page and waits until all components run, except the two that throw. */
async function readRunning() {
  const reader = await site.read({ viewport: { width: 1280, height: 4000 } });
  await reader.page.goto("/");
  await expect.poll(() => reader.page.locator("[data-running]").count()).toBe(8);
  await reader.page.locator(".greeting").waitFor();
  return reader;
}

test("a component is loaded when it comes into view", async () => {
  const { page } = await site.read({ viewport: { width: 1280, height: 200 } });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto("/");
  await page.locator(".counter[style]").waitFor();
  expect(requested.some((url) => url.endsWith("/LateThrower.js"))).toBe(false);
  const loading = page.waitForRequest(/\/LateThrower\.js$/);
  await page.locator(".late-thrower").scrollIntoViewIfNeeded();
  await loading;
});

test("a counter component counts, and its inline style changes with the count", async () => {
  const { page } = await readRunning();
  const counter = page.locator(".counter");
  expect(await counter.locator(".count").textContent()).toBe("3");
  await counter.getByRole("button").click();
  await page.locator(".count", { hasText: "6" }).waitFor();
  const style = await counter.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(element).paddingTop,
  ]);
  expect(style).toEqual(["rgb(1, 2, 3)", "8px"]);
});

test("a carousel component moves to its next picture", async () => {
  const { page } = await readRunning();
  const slides = page.locator(".slide");
  await page.getByRole("button", { name: "Next" }).click();
  await expect.poll(() => slides.first().isVisible()).toBe(false);
  expect(await slides.nth(1).getAttribute("class")).toBe("slide block");
});

test("a component can show a video on click, with classes that its initial HTML doesn't have", async () => {
  const { page } = await readRunning();
  await page.getByRole("button", { name: "Play Film" }).click();
  const video = page.locator("video");
  await video.waitFor();
  expect(await video.evaluate((element) => getComputedStyle(element).objectFit)).toBe("contain");
});

test("a search component filters its list while the reader types", async () => {
  const { page } = await readRunning();
  await page.getByPlaceholder("Find a plant").fill("rose");
  await expect.poll(() => page.locator(".plants li").allTextContents()).toEqual(["White rose"]);
});

test("a component without initial HTML still runs its effect and reads the browser's storage", async () => {
  const { page } = await readRunning();
  expect(await page.locator(".greeting").textContent()).toBe("Hello, stranger. 1970");
  await page.evaluate(() => localStorage.setItem("name", "Ada"));
  await page.reload();
  await page.locator(".greeting", { hasText: "Ada" }).waitFor();
});

test("children and built-in components inside a component stay as the build rendered them", async () => {
  const { page } = await readRunning();
  const panel = page.locator(".panel");
  expect(await panel.locator(".callout-note strong").textContent()).toBe("of the page");
  expect(await panel.locator(".callout-tip svg").count()).toBe(1);
  expect(await panel.locator("pre").textContent()).toContain("const answer = 42;");
  await panel.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => panel.locator("pre").count()).toBe(0);
  await panel.getByRole("button", { name: "Open" }).click();
  await panel.locator("pre").waitFor();
  expect(await panel.locator(".callout-note strong").textContent()).toBe("of the page");
  expect(await page.locator(".wall svg").count()).toBe(1);
  await page.locator(".wall li").click();
  await page.locator(".wall li", { hasText: "(chosen)" }).waitFor();
  expect(await page.locator(".wall svg").count()).toBe(1);
});

test("a <style> element of a component applies, and its heading keeps the anchor that the outline links to", async () => {
  const { page } = await readRunning();
  const heading = page.locator(".panel-title");
  expect(await heading.evaluate((element) => getComputedStyle(element).letterSpacing)).toBe("3px");
  expect(await heading.getAttribute("id")).toBe("details");
});

test("a component that throws leaves the HTML of the build and names itself in the console", async () => {
  const { page, problems } = await readRunning();
  expect(await page.locator(".thrower").textContent()).toBe("Still here");
  await expect.poll(() => problems.filter((problem) => problem.includes("stays in its first state")).length).toBe(2);
  expect(await page.locator(".late-thrower").textContent()).toBe("Here as well");
  expect(
    problems.filter((problem) => problem.includes("thrown")).map((problem) => /<\w+> on \//.exec(problem)?.[0]),
  ).toEqual(expect.arrayContaining(["<Thrower> on /", "<LateThrower> on /"]));
  expect(problems.filter((problem) => problem.includes("thrown")).length).toBe(2);
});

test("elements of a page call their handlers, and the hero of a page opens the search by the button's ID", async () => {
  const { page, problems } = await site.read();
  await page.goto("/handlers");
  const clickUntil = async (name: string, title: string) => {
    await expect
      .poll(async () => {
        await page.getByRole("button", { name, exact: true }).click();
        return page.title();
      })
      .toBe(title);
  };
  await clickUntil("Inner", "inner");
  await page.getByText("Around").click({ position: { x: 5, y: 5 } });
  await expect.poll(() => page.title()).toMatch(/^outer Around/);
  await clickUntil("Number Two", "Two");
  await clickUntil("Pick left", "picked");
  await clickUntil("Drawn", "drawn");
  await expect
    .poll(async () => {
      await page.locator("circle").dblclick();
      return page.title();
    })
    .toBe("twice");
  await expect
    .poll(async () => {
      await page.getByPlaceholder("Your name").fill("");
      await page.getByPlaceholder("Your name").fill("Ada");
      return page.title();
    })
    .toBe("Hello Ada");
  await page.locator(".badged", { hasText: "* Stars 1" }).click();
  await page.locator(".badged", { hasText: "* Stars 2" }).waitFor();
  expect(await page.locator('[data-cols="3"] .card-body').innerText()).toBe("Card 2");
  const color = (selector: string) => page.locator(selector).evaluate((element) => getComputedStyle(element).color);
  expect(await color("h1#a-red-heading")).toBe(await color("div:has(> h1#a-red-heading)"));
  expect(await page.locator(".prose li").evaluate((element) => getComputedStyle(element).listStyleType)).toBe("disc");
  await page.getByRole("button", { name: "Find a page" }).click();
  await page.getByRole("dialog").waitFor();
  expect(problems).toEqual([]);
});

test("the content security policy blocks nothing that components need", async () => {
  const { problems } = await readRunning();
  expect(problems.filter((problem) => /Content Security Policy/i.test(problem))).toEqual([]);
});

test("no layout shifts when components start in the browser", async () => {
  const { page } = await site.read();
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(globalThis, { shifted: (entry as { value?: number }).value });
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/still");
  await page.locator("[data-island] .counter[style]").waitFor();
  expect(await page.evaluate(() => (globalThis as { shifted?: number }).shifted ?? 0)).toBe(0);
});

test("the runtime of components and the module of each component are small", () => {
  const sizes = site.build.files.filter(({ path }) => path.endsWith(".js"));
  const runtime = sizes.find(({ path }) => path.endsWith("/islands.js"));
  expect(runtime?.byteLength).toBeLessThan(27_000);
  const modules = sizes.filter(({ path }) => /\/[A-Z]\w+\.js$/.test(path));
  expect(modules.length).toBe(13);
  for (const { byteLength } of modules) expect(byteLength).toBeLessThan(700);
});
