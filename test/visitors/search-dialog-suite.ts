import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violations } from "../support/violations.ts";
import { type Bench, eventually, phone } from "./reader-browser.ts";

/** Typing, arrow keys, filters and the states of the dialog. */
export function searchDialogSuite({ read, site }: Bench): void {
  const field = (page: Page) => page.getByRole("combobox", { name: "Search" });
  const chosen = (page: Page) => page.locator("[role=option][aria-selected=true]");
  const titles = (page: Page) => page.locator(".group-results :is(.row-title, .row-heading)").allTextContents();

  test("results appear while typing, with their heading and highlighted matches, and Enter opens the exact place", async () => {
    const { page, problems } = await read(`${site()}/`);
    await page.keyboard.press("Control+k");
    await field(page).pressSequentially("administrator");
    await eventually(() => titles(page)).toEqual(["Install", "Windows"]);
    expect(await page.locator(".row mark").first().textContent()).toBe("administrator");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${site()}/install#windows`);
    expect(problems).toEqual([]);
  });

  test("arrow keys move through pages, their sections and the question below them, and wrap around", async () => {
    const { page } = await read(`${site()}/`);
    await page.keyboard.press("/");
    await field(page).fill("timer");
    await eventually(() => titles(page)).toEqual(["Timers", "Create a timer", "Errors", "KT-4041"]);
    expect(await chosen(page).textContent()).toMatch(/^Create a timer/);
    await page.keyboard.press("ArrowDown");
    expect(await chosen(page).textContent()).toBe("Errors");
    await page.keyboard.press("ArrowDown");
    expect(await chosen(page).textContent()).toMatch(/^KT-4041/);
    await page.keyboard.press("ArrowDown");
    expect(await chosen(page).textContent()).toBe("Ask the assistant: timer");
    await page.keyboard.press("ArrowDown");
    expect(await chosen(page).textContent()).toBe("Timers");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await eventually(() => page.locator(".question").textContent()).toBe("timer");
  });

  test("text typed before the dialog is loaded isn't lost", async () => {
    const { page } = await read(`${site()}/`);
    let release = () => {};
    const typed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/reader.js", (route) => typed.then(() => route.continue()));
    await page.keyboard.press("Control+k");
    await page.keyboard.type("boils");
    release();
    await eventually(() => field(page).inputValue()).toBe("boils");
  });

  test("results that arrive after a later query are dropped", async () => {
    const { page } = await read(`${site()}/`);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/_lectern/api/search", async (route) => {
      if (route.request().postDataJSON().query === "tank") await held;
      // The page may have been closed.
      await route.continue().catch(() => undefined);
    });
    await page.keyboard.press("Control+k");
    await field(page).fill("tank");
    await field(page).fill("administrator");
    await eventually(() => titles(page)).toEqual(["Install", "Windows"]);
    release();
    await page.unrouteAll({ behavior: "wait" });
    expect(await titles(page)).toEqual(["Install", "Windows"]);
  });

  test("search covers only the current version of the docs", async () => {
    const { page } = await read(`${site()}/old/install`);
    await page.keyboard.press("Control+k");
    await field(page).fill("install linux");
    await eventually(() => titles(page)).toEqual(["Install version one", "Linux"]);
  });

  test("recent searches are offered and can be cleared", async () => {
    const { page } = await read(`${site()}/`);
    await page.keyboard.press("Control+k");
    await field(page).fill("cron");
    await page.locator(".group-results .row").first().click();
    await page.waitForURL(/timers/);
    await page.keyboard.press("Control+k");
    await eventually(() => page.locator(".group-recent .row").allTextContents()).toEqual(["cron"]);
    await page.keyboard.press("Enter");
    await eventually(() => field(page).inputValue()).toBe("cron");
    await field(page).fill("");
    await page.getByRole("button", { name: "Clear" }).click();
    expect(await page.locator(".group-recent").count()).toBe(0);
  });

  test("without results, the dialog offers the closest or neighboring pages and the assistant", async () => {
    const { page } = await read(`${site()}/install`);
    await page.keyboard.press("Control+k");
    await field(page).fill("admixture");
    await eventually(() => page.locator(".search-message").textContent()).toBe("No results for “admixture”.");
    await eventually(() => page.locator(".group-nearest .row").allTextContents()).toEqual([
      expect.stringMatching(/^Install/),
      expect.stringMatching(/^Windows/),
    ]);
    await field(page).fill("xyzzyq");
    await eventually(() => page.locator(".group-startHere .row").allTextContents()).toContain("Timers");
    expect(await page.locator(".group-ask .row").textContent()).toBe("Ask the assistant: xyzzyq");
    expect(await chosen(page).textContent()).toBe("Ask the assistant: xyzzyq");
    await page.keyboard.press("Enter");
    await eventually(() => page.locator(".question").textContent()).toBe("xyzzyq");
    expect(page.url()).toBe(`${site()}/install`);
  });

  test("the dialog reports being offline or over the limit, and typing tries again", async () => {
    const { page } = await read(`${site()}/`);
    await page.keyboard.press("Control+k");
    await page.context().setOffline(true);
    await field(page).fill("tank");
    await eventually(() => page.getByRole("alert").textContent()).toContain("isn’t available");
    await page.context().setOffline(false);
    await page.route("**/_lectern/api/search", (route) =>
      route.fulfill({ status: 429, headers: { "retry-after": "60" }, json: { error: "Too many." } }),
    );
    await field(page).fill("tank i");
    await eventually(() => page.getByRole("alert").textContent()).toMatch(/Try again at \d/);
    await page.unrouteAll();
    await field(page).fill("tank is");
    await eventually(() => titles(page)).toEqual(["Errors", "KT-4041"]);
  });

  test("searches and opened results are reported to analytics once, not letter by letter", async () => {
    const { page } = await read(`${site()}/`);
    const events: unknown[] = [];
    const opened = Promise.withResolvers<void>();
    page.on("request", (request) => {
      if (request.url().endsWith("/_lectern/api/event")) events.push(request.postDataJSON());
      if (events.length === 2) opened.resolve();
    });
    // Playwright can miss requests during navigation, so navigation waits for them.
    await page.route("**/timers", async (route) => {
      await opened.promise;
      await route.continue();
    });
    await page.keyboard.press("Control+k");
    await field(page).pressSequentially("expression");
    await expect.poll(() => events).toEqual([{ type: "search", query: "expression", results: 1, page: "/" }]);
    await page.keyboard.press("Enter");
    await eventually(() => events).toHaveLength(2);
    expect(events[1]).toEqual({ type: "click", query: "expression", path: "/timers", page: "/" });
  });

  for (const [look, options] of Object.entries({
    "light desktop": {},
    "dark phone": { ...phone, colorScheme: "dark" },
  } as const)) {
    test(`a rating counts at once, takes a reason and a comment, and can be changed on a ${look}`, async () => {
      const { page, problems } = await read(`${site()}/errors`, options);
      const events: unknown[] = [];
      page.on("request", (request) => {
        if (request.url().endsWith("/_lectern/api/event")) events.push(request.postDataJSON());
      });
      const rating = page.getByRole("group", { name: "Was this page helpful?" });
      await rating.getByRole("button", { name: "No" }).click();
      await rating.getByRole("radio", { name: "Out of date" }).check();
      expect(events).toEqual([{ type: "rating", page: "/errors", helpful: false }]);
      await rating.getByRole("textbox", { name: "Comment (optional)" }).fill(" KT-4042 is missing. ");
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await rating.getByRole("button", { name: "Send feedback" }).click();
      await eventually(() => rating.getByRole("status").textContent()).toBe("Thanks for your feedback.");
      expect(events[1]).toEqual({
        type: "rating",
        page: "/errors",
        helpful: false,
        reason: "outdated",
        comment: "KT-4042 is missing.",
      });
      await rating.getByRole("button", { name: "No" }).click();
      expect(await rating.getByRole("radio", { name: "Out of date" }).isChecked()).toBe(true);
      await rating.getByRole("button", { name: "Yes" }).click();
      await rating.getByRole("radio", { name: "Good examples" }).waitFor();
      expect(events[2]).toEqual({ type: "rating", page: "/errors", helpful: true });
      expect(await rating.getByRole("button", { pressed: true }).textContent()).toBe("Yes");
      expect(problems).toEqual([]);
    });
  }

  test("the page says so if a rating doesn't reach the server", async () => {
    const { page } = await read(`${site()}/errors`);
    await page.route("**/_lectern/api/event", (route) => route.abort());
    const rating = page.getByRole("group", { name: "Was this page helpful?" });
    await rating.getByRole("button", { name: "Yes" }).click();
    await eventually(() => rating.getByRole("status").textContent()).toContain("Check your connection.");
    await page.unrouteAll();
    await rating.getByRole("button", { name: "Yes" }).click();
    await rating.getByRole("radio", { name: "Good examples" }).waitFor();
    expect(await rating.getByRole("status").count()).toBe(0);
  });

  test("on a phone, a wide logo keeps its shape, and the menu contains versions and search", async () => {
    const { page, problems } = await read(`${site()}/install`, phone);
    const logo = await page.locator(".site-header .logo img").boundingBox();
    expect(logo?.width).toBe(132);
    expect(await page.locator(".site-header .logo img").evaluate((image) => getComputedStyle(image).objectFit)).toBe(
      "contain",
    );
    await page.getByRole("button", { name: "Open the menu" }).tap();
    const menu = page.locator("#sidebar");
    expect(await menu.locator(".logo img").isVisible()).toBe(true);
    await menu.locator("summary", { hasText: "Version" }).tap();
    await menu.getByRole("link", { name: "1.0" }).tap();
    await page.waitForURL(`${site()}/old/install`);
    await page.getByRole("button", { name: "Open the menu" }).tap();
    await menu.getByRole("button", { name: "Search" }).tap();
    await field(page).waitFor();
    expect(problems).toEqual([]);
  });

  test("an unknown address suggests the closest pages of its version, search and the assistant", async () => {
    const { page, problems } = await read(`${site()}/old/instal`);
    const closest = page.getByRole("navigation", { name: "Did you mean one of these?" }).getByRole("link");
    expect(await closest.allTextContents()).toEqual(["Install/old/install", "Install/install"]);
    expect(await closest.first().getAttribute("href")).toBe("/old/install");
    await page.goto(`${site()}/moved/timer`);
    expect(await closest.first().getAttribute("href")).toBe("/timers");
    expect(await violations(page)).toEqual([]);
    await page.locator("main").getByRole("button", { name: "Search" }).click();
    await eventually(() => field(page).inputValue()).toBe("timer");
    await page.keyboard.press("Escape");
    await page.locator("main").getByRole("button", { name: "Ask the assistant" }).click();
    await page.getByRole("dialog", { name: "Ask Kettle" }).waitFor();
    await page.goto(`${site()}/wp-login.php`);
    expect(await closest.count()).toBe(0);
    expect(await page.getByText("Did you mean one of these?").isVisible()).toBe(false);
    expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
  });

  for (const [look, options] of Object.entries({
    "light desktop": {},
    "dark phone": { ...phone, colorScheme: "dark" },
  } as const)) {
    test(`axe finds nothing in the dialog on a ${look}`, async () => {
      const { page, problems } = await read(`${site()}/`, options);
      await page.getByRole("button", { name: "Search" }).click();
      await field(page).waitFor();
      expect(await violations(page)).toEqual([]);
      await field(page).fill("install");
      await eventually(() => titles(page)).not.toHaveLength(0);
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await page.keyboard.press("Escape");
      await eventually(() => field(page).count()).toBe(0);
      expect(problems).toEqual([]);
    });
  }
}
