import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { violations } from "../support/violations.ts";
import { type Bench, eventually, phone, streamOf } from "./reader-browser.ts";

const screens: [string, BrowserContextOptions][] = [
  ["desktop", {}],
  ["phone", phone],
];

const table = [
  "| Setting | Default | Meaning |",
  "|---|---|---|",
  "| `kettle.schedule.timezone` | `Europe/Copenhagen` | The time zone in which [timers](/timers) are read. |",
  "| `kettle.tank.minimum` | `0.3` | Liters that must be in the tank. |",
].join("\n");

function sourcesOf(site: string): string[] {
  return ["/install#linux", "/timers#create-a-timer", "/errors#kt-4041"].map((path) => site + path);
}

/** Replies as the server writes them, which link to pages of the published site. */
function replies(site: string) {
  const head = (number: number, title: string, path: string) => `**${title}** [\\[${number}\\]](${site}${path})`;
  const sources = sourcesOf(site);
  return {
    answered: streamOf(
      [
        `${head(1, "Install › Linux", "/install#linux")}\n\n`,
        "Install the package with `apt`, then start the service:\n\n```sh\napt install kettle\n```\n\n",
        `1. Open the settings.\n   - Each has a default.\n2. Save them.\n\n${table}`,
      ],
      { sources, kind: { outcome: "answered", answeredBy: "builtin" } },
    ),
    suggested: streamOf(
      [
        "These sections may help:\n\n",
        `${head(1, "Install › Linux", "/install#linux")}\n\nInstall the package with apt, then start the service.\n\n`,
        `${head(2, "Timers › Create a timer", "/timers#create-a-timer")}\n\n${table}`,
      ],
      { sources, kind: { outcome: "suggested", answeredBy: "builtin" } },
    ),
    not_in_docs: streamOf(
      [
        `The documentation of Kettle does not seem to answer this. The closest pages are:\n\n- [Errors](${site}/errors)\n`,
      ],
      { kind: { outcome: "not_in_docs", nearest: [`${site}/errors`] } },
    ),
  };
}

/** An answer, suggestions and a refusal, which must not be mistaken for each other. */
export function replyKindsSuite({ read, site, model }: Bench): void {
  const turn = (page: Page) => page.locator(".turn").last();

  async function ask(page: Page, body: string | undefined, question = "How do I set the timezone?"): Promise<void> {
    await page.unrouteAll();
    if (body !== undefined) {
      await page.route("**/_lectern/api/message", (route) => route.fulfill({ contentType: "text/event-stream", body }));
    }
    if ((await page.locator(".question-field").count()) === 0) {
      await page.getByRole("button", { name: "Ask", exact: true }).click();
    }
    await page.locator(".question-field").fill(question);
    await page.keyboard.press("Enter");
    await eventually(() => turn(page).getAttribute("data-state")).toBe("done");
  }

  test("a model's answer lists only the pages that it cites", async () => {
    const { page } = await read(`${site()}/`);
    const [, timers = "", errors = ""] = sourcesOf(site());
    const texts = [`**Note** [\\[2\\]](${timers})\n\nUse \`createTimer\`.`];
    const kind = { outcome: "answered", answeredBy: "model" };
    await ask(page, streamOf(texts, { sources: [errors, timers], kind }));
    expect(
      await turn(page)
        .locator(".sources a")
        .evaluateAll((links) => links.map((link) => link.textContent)),
    ).toEqual([expect.stringMatching(/^2.*timers/)]);
    expect(await turn(page).locator(".passage").count()).toBe(0);
  });

  test("an answer that cites nothing is marked once", async () => {
    model().fallback = () => ({ text: ["Just restart it."] });
    const { page } = await read(`${site()}/`);
    await ask(page, undefined, "How do I install it on Linux?");
    expect((await turn(page).textContent())?.match(/cites? (?:no|any) page/g)).toHaveLength(1);
  });

  test("a built-in answer quotes a passage under the link to it", async () => {
    const { page, problems } = await read(`${site()}/`);
    await ask(page, replies(site()).answered);
    const heading = turn(page).getByRole("heading", { name: "Install › Linux" });
    expect(await heading.getByRole("link").first().getAttribute("href")).toBe("/install#linux");
    expect(await turn(page).locator(".passage-card").count()).toBe(0);
    expect(await turn(page).locator(".sources").count()).toBe(0);
    expect(await turn(page).locator("ol > li > ul > li").textContent()).toBe("Each has a default.");
    expect(await turn(page).getByRole("cell").locator("code").first().textContent()).toBe("kettle.schedule.timezone");
    expect(await turn(page).getByRole("cell").getByRole("link", { name: "timers" }).getAttribute("href")).toBe(
      "/timers",
    );
    expect(problems).toEqual([]);
  });

  test("suggestions are cards of equal weight, each linked to its section, without a list of sources", async () => {
    const { page, problems } = await read(`${site()}/`);
    await ask(page, replies(site()).suggested);
    const cards = turn(page).locator(".passage-card");
    expect(await cards.locator("h3 > a:first-child").allTextContents()).toEqual([
      "Install › Linux",
      "Timers › Create a timer",
    ]);
    expect(await turn(page).locator(".sources, .follow-ups").count()).toBe(0);
    await cards.getByRole("link", { name: "Timers › Create a timer" }).click();
    await page.waitForURL(`${site()}/timers#create-a-timer`);
    expect(problems).toEqual([]);
  });

  test("a refusal links the closest pages, opens search with the question and names the contact", async () => {
    const { page, problems } = await read(`${site()}/`);
    await ask(page, replies(site()).not_in_docs, "create timer");
    expect(await turn(page).locator(".kind").textContent()).toBe("Not in the documentation");
    expect(await turn(page).getByRole("link", { name: "Errors" }).getAttribute("href")).toBe("/errors");
    expect(await turn(page).getByRole("link", { name: "the Kettle team" }).count()).toBe(1);
    await turn(page).getByRole("button", { name: "Search for this" }).click();
    await page
      .getByRole("option", { name: /Create a timer/ })
      .first()
      .waitFor();
    expect(await page.getByRole("combobox").inputValue()).toBe("create timer");
    expect(problems).toEqual([]);
  });

  test("a built-in answer that replaces a language model's answer says so", async () => {
    model().fallback = () => ({ status: 401 });
    const { page } = await read(`${site()}/`);
    await ask(page, undefined, "What does the error KT-4041 mean?");
    expect(await turn(page).getAttribute("data-model-problem")).toBe("misconfigured");
    expect(await turn(page).locator(".answer-text > p").first().textContent()).toContain("built-in answer");
    expect(await turn(page).textContent()).toContain("the tank is empty");
  });

  test.each(screens)(
    "on a %s, every kind of reply fits the screen and passes axe in both modes",
    async (_name, screen) => {
      const { page, problems } = await read(`${site()}/`, screen);
      const kinds = Object.values(replies(site()));
      for (const [index, reply] of kinds.entries()) {
        await ask(page, reply);
        await eventually(() => page.locator(".turn").count()).toBe(index + 1);
      }
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), colorScheme).toEqual([]);
        const overflow = await page
          .locator(".turns")
          .evaluate((box) =>
            [box, ...box.querySelectorAll(".passage")].filter((one) => one.scrollWidth > one.clientWidth),
          );
        expect(overflow).toEqual([]);
      }
      expect(problems).toEqual([]);
    },
  );
}
