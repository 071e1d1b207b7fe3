import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violations } from "../support/violations.ts";
import { type Bench, eventually, phone, streamOf } from "./reader-browser.ts";

const panel = (page: Page) => page.getByRole("dialog", { name: "Ask Kettle" });
const field = (page: Page) => panel(page).locator(".question-field");
const lastAnswer = (page: Page) => panel(page).locator(".turn").last().locator(".answer-text");
const lastState = (page: Page) => panel(page).locator(".turn").last().getAttribute("data-state");

async function open(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await field(page).waitFor();
}

async function ask(page: Page, question: string): Promise<void> {
  await field(page).fill(question);
  await page.keyboard.press("Enter");
}

/** Questions, follow-ups, stopping and every state of an answer. */
export function askPanelSuite({ read, site, model }: Bench): void {
  test("an answer lists its sources below it, and its citations link to the exact place", async () => {
    const { page, problems } = await read(`${site()}/timers`);
    await open(page);
    await panel(page).getByRole("button", { name: "How do I install it on Linux?" }).click();
    await eventually(() => lastAnswer(page).textContent()).toBe("Use apt\u00a01.");
    expect(await panel(page).locator(".answer-text + .sources .source-title").first().textContent()).toBe("Install");
    const citation = panel(page).getByRole("link", { name: "Source 1: Install" });
    expect(await citation.getAttribute("href")).toBe("/install#linux");
    await citation.hover();
    expect(await panel(page).locator(".hint").textContent()).toContain("Install");
    const asked = JSON.stringify(model().requests.at(-1)?.messages);
    expect(asked).toContain("/timers");
    await citation.click();
    await page.waitForURL(`${site()}/install#linux`);
    await eventually(() => lastAnswer(page).textContent()).toBe("Use apt\u00a01.");
    expect(problems).toEqual([]);
  });

  test("an assistant page is a full-window chat that can't be closed", async () => {
    const { page, problems } = await read(`${site()}/chat`);
    await field(page).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Ask us");
    expect(await page.getByText("Write to help@kettle.example.").isVisible()).toBe(false);
    expect(await panel(page).getByRole("button", { name: "Close" }).count()).toBe(0);
    await ask(page, "How do I install it on Linux?");
    await eventually(() => lastAnswer(page).textContent()).toBe("Use apt\u00a01.");
    await page.keyboard.press("Escape");
    expect(await field(page).isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.goto(`${site()}/timers`);
    expect(await panel(page).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("the built-in answer is used if the model fails", async () => {
    model().fallback = () => ({ status: 401 });
    const { page } = await read(`${site()}/`);
    await open(page);
    await ask(page, "What does the error KT-4041 mean?");
    await eventually(() => lastAnswer(page).textContent()).toContain("the tank is empty");
    expect(await panel(page).locator(".citation").first().getAttribute("href")).toBe("/errors#kt-4041");
  });

  test("a thread continues on other pages and after going back, until the reader clears it", async () => {
    const { page, openTab } = await read(`${site()}/`);
    await open(page);
    await ask(page, "How do I install it on Linux?");
    await eventually(() => lastState(page)).toBe("done");
    await page.goto(`${site()}/timers`);
    await eventually(() => lastAnswer(page).textContent()).toBe("Use apt\u00a01.");
    model().script = [{ text: ["On Windows, run the installer [1]."] }];
    await ask(page, "And on Windows?");
    await eventually(() => lastAnswer(page).textContent()).toBe("On Windows, run the installer\u00a01.");
    expect(JSON.stringify(model().requests.at(-1)?.messages)).toContain("How do I install it on Linux?");
    await page.goBack();
    await eventually(() => panel(page).locator(".turn").count()).toBe(2);
    const other = await openTab(`${site()}/`);
    await open(other);
    expect(await panel(other).locator(".turn").count()).toBe(0);
    await panel(page).getByRole("button", { name: "Clear conversation" }).click();
    await page.goForward();
    await eventually(() => panel(page).count()).toBe(1);
    await eventually(() => panel(page).locator(".turn").count()).toBe(0);
  });

  test("after a long answer the panel shows its question and its beginning", async () => {
    const long = Array.from({ length: 40 }, (_, number) => `Step ${number}: wait for the water [1].\n\n`);
    model().script = [{ text: long }, { text: long }];
    const { page } = await read(`${site()}/`);
    await open(page);
    const turns = panel(page).locator(".turns");
    const fromTop = async () => {
      const [box, question] = await Promise.all([turns.boundingBox(), turns.locator(".question").last().boundingBox()]);
      return Math.round((question?.y ?? -1_000) - (box?.y ?? 0));
    };
    for (const question of ["How do I install it on Linux?", "And on Windows?"]) {
      await ask(page, question);
      await eventually(() => lastAnswer(page).textContent()).toContain("Step 39");
      await eventually(() => lastState(page)).toBe("done");
      await eventually(fromTop).toBeGreaterThanOrEqual(0);
      expect(await fromTop()).toBeLessThan(60);
    }
  });

  test("a stopped answer keeps its partial text and can be retried", async () => {
    model().script = [{ text: [`${"Wait for the water. ".repeat(12)} `], ending: "stall" }];
    const { page } = await read(`${site()}/`);
    await open(page);
    await ask(page, "How do I install it on Linux?");
    await eventually(() => lastState(page)).toBe("answering");
    await panel(page).getByRole("button", { name: "Stop" }).click();
    await eventually(() => lastState(page)).toBe("stopped");
    expect(await lastAnswer(page).textContent()).toContain("Wait for the water.");
    await eventually(() => model().aborted).toBeGreaterThan(0);
    await panel(page).getByRole("button", { name: "Try again" }).click();
    await eventually(() => lastAnswer(page).textContent()).toBe("Use apt\u00a01.");
    expect(await panel(page).locator(".turn").count()).toBe(1);
  });

  test("a question that the documentation doesn't answer gets a clear reply and a contact", async () => {
    model().fallback = () => ({ status: 401 });
    const { page } = await read(`${site()}/`);
    await open(page);
    await ask(page, "Who won the football championship in Peru?");
    await eventually(() => panel(page).locator(".kind").textContent()).toBe("Not in the documentation");
    expect(await panel(page).getByRole("link", { name: "the Kettle team" }).getAttribute("href")).toBe(
      "mailto:help@kettle.example",
    );
  });

  test("a broken connection, being offline and a limit have different messages, and each can be retried", async () => {
    const { page } = await read(`${site()}/`);
    await open(page);
    await page.route("**/_lectern/api/message", (route) =>
      route.fulfill({ contentType: "text/event-stream", body: streamOf(["Half of"], { isWhole: false }) }),
    );
    await ask(page, "How do I install it on Linux?");
    await eventually(() => panel(page).getByRole("alert").textContent()).toContain("The connection was lost");
    expect(await lastAnswer(page).textContent()).toBe("Half of");
    await page.unrouteAll();
    await page.context().setOffline(true);
    await panel(page).getByRole("button", { name: "Try again" }).click();
    await eventually(() => panel(page).getByRole("alert").textContent()).toContain("offline");
    await page.context().setOffline(false);
    await page.route("**/_lectern/api/message", (route) =>
      route.fulfill({ status: 429, headers: { "retry-after": "3600" }, json: { error: "Too many." } }),
    );
    await panel(page).getByRole("button", { name: "Try again" }).click();
    await eventually(() => panel(page).getByRole("alert").textContent()).toMatch(/Try again at \d/);
    await page.unrouteAll();
    await panel(page).getByRole("button", { name: "Try again" }).click();
    await eventually(() => lastAnswer(page).textContent()).toBe("Use apt\u00a01.");
  });

  test("a question about code or selected text includes its page and place", async () => {
    const { page } = await read(`${site()}/timers`);
    const bodies: { context: unknown }[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/_lectern/api/message")) bodies.push(request.postDataJSON());
    });
    await page.locator(".code").hover();
    await page.getByRole("button", { name: "Ask about this" }).first().click();
    await field(page).waitFor();
    expect(await panel(page).locator(".composer .about").textContent()).toContain("createTimer({");
    await ask(page, "What is the star?");
    await eventually(() => lastState(page)).toBe("done");
    const element = { path: "/timers", elementId: "create-a-timer" };
    expect(bodies.at(-1)?.context).toEqual([
      { value: "createTimer({ cron: '0 7 * * *' });", type: "code", ...element },
    ]);
    await page.locator(".article p", { hasText: "A timer boils" }).selectText();
    await page.mouse.move(300, 300);
    await page.keyboard.press("Shift");
    await page.locator(".ask-selection").click();
    await ask(page, "Why?");
    await eventually(() => bodies.length).toBe(2);
    const value = "A timer boils water at a given hour. Call createTimer with a cron expression.";
    expect(bodies.at(-1)?.context).toEqual([{ value, type: "textSelection", ...element }]);
  });

  test("code in an answer is highlighted and can be copied, and the answer can be rated with a comment", async () => {
    model().fallback = () => ({ text: ["Run it [1]:\n\n```sh\napt install kettle # now\n```\n"] });
    const { page, problems } = await read(`${site()}/`);
    await open(page);
    await ask(page, "How do I install it on Linux?");
    await eventually(() => lastState(page)).toBe("done");
    expect(await lastAnswer(page).locator(".hljs-comment").textContent()).toBe("# now");
    await lastAnswer(page).getByRole("button", { name: "Copy code" }).click();
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe("apt install kettle # now");
    const sent: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/_lectern/api/feedback")) sent.push(request.postDataJSON());
    });
    await panel(page).getByRole("button", { name: "Not helpful" }).click();
    await panel(page).getByLabel("What was missing or wrong?").fill("Which version?");
    await panel(page).locator(".comment").getByRole("button", { name: "Send" }).click();
    await eventually(() => panel(page).locator(".feedback output").textContent()).toBe("Thanks for your feedback.");
    expect(sent).toMatchObject([{ helpful: false }, { helpful: false, comment: "Which version?" }]);
    expect(problems).toEqual([]);
  });

  for (const [look, options] of Object.entries({
    "dark desktop": { colorScheme: "dark" },
    "light phone": phone,
  } as const)) {
    test(`axe finds nothing in the panel on a ${look}, and the panel works with the keyboard`, async () => {
      const { page, problems } = await read(`${site()}/`, options);
      await page.getByRole("button", { name: "Ask", exact: true }).focus();
      await page.keyboard.press("Enter");
      await field(page).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.type("How do I install it on Linux?");
      await page.keyboard.press("Enter");
      await eventually(() => lastState(page)).toBe("done");
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await eventually(() => panel(page).count()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.className)).toBe("ask-button");
      expect(problems).toEqual([]);
    });
  }
}
