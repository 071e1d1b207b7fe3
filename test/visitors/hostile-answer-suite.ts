import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Bench, eventually, streamOf } from "./reader-browser.ts";

const hostile = [
  "<script>globalThis.hurt = 1</script><img src=x onerror='globalThis.hurt = 1'>\n\n",
  "![pixel](https://evil.example/pixel.png) [click](javascript:globalThis.hurt=1) [data](data:text/html,<b>x</b>)\n\n",
  "[away](https://evil.example/) [near](//evil.example/x) [\\[1\\]](https://evil.example/cited) [user](http://a@kettle.localhost/)\n\n",
  "[home](/install#linux) [**bold**](/timers)\n\n",
  "<https://evil.example> https://evil.example/bare <a href=https://evil.example>x</a>\n\n",
  "```html\n<script>globalThis.hurt = 1</script>\n```\n\n",
  "| a | <b>b</b> |\n|---|---|\n| <iframe src=https://evil.example></iframe> | [x](vbscript:x) |\n",
].join("");

/** The server validates every answer and would not send these, but the panel must not rely on that. */
export function hostileAnswerSuite({ read, site }: Bench): void {
  async function answerWith(page: Page, texts: readonly string[]): Promise<void> {
    await page.route("**/_lectern/api/message", (route) =>
      route.fulfill({ contentType: "text/event-stream", body: streamOf(texts, { sources: [`${site()}/install`] }) }),
    );
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.locator(".question-field").fill("What?");
    await page.keyboard.press("Enter");
    await eventually(() => page.locator(".turn").last().getAttribute("data-state")).toBe("done");
  }

  test("a hostile answer runs no scripts, loads nothing external and links only to the site", async () => {
    const { page, problems } = await read(`${site()}/`);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await answerWith(page, [hostile]);
    const answer = page.locator(".answer-text");
    expect(await answer.locator("img, script, iframe, object, style, form, [onerror], [style]").count()).toBe(0);
    const hrefs = await answer.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(hrefs).toEqual(["/install#linux", "/timers"]);
    expect(await page.evaluate(() => (globalThis as { hurt?: number }).hurt)).toBeUndefined();
    expect(requests.filter((url) => !url.startsWith(site()))).toEqual([]);
    expect(await answer.textContent()).toContain("<script>globalThis.hurt = 1</script>");
    expect(problems).toEqual([]);
  });

  test("a hostile answer that arrives letter by letter is harmless in every intermediate state", async () => {
    const { page } = await read(`${site()}/`);
    await page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(globalThis, { seen });
      const look = () => {
        const root = document.querySelector("lectern-reader")?.shadowRoot;
        for (const found of root?.querySelectorAll(".answer-text :is(img, script, iframe, a[href])") ?? [])
          seen.add(found.getAttribute("href") ?? found.localName);
        requestAnimationFrame(look);
      };
      look();
    });
    await answerWith(page, [...hostile]);
    const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
    expect(seen.toSorted()).toEqual(["/install#linux", "/timers"]);
  });

  test("an answer of a hundred thousand characters is shown completely, and the panel keeps working", async () => {
    const { page } = await read(`${site()}/`);
    const paragraph = `**Water** boils at \`100\` degrees, see [timers](/timers). ${"<b>steam</b> ".repeat(30)}\n\n`;
    const length = Math.ceil(100_000 / paragraph.length);
    await answerWith(page, [paragraph.repeat(length / 2), paragraph.repeat(Math.ceil(length / 2)), "The end."]);
    await eventually(() => page.locator(".answer-text p").last().textContent()).toBe("The end.");
    expect(await page.locator(".answer-text a").count()).toBeGreaterThanOrEqual(length - 1);
    await page.locator(".question-field").fill("Still here");
    expect(await page.locator(".question-field").inputValue()).toBe("Still here");
  });
}
