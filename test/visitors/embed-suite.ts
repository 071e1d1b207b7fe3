import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { violations } from "../support/violations.ts";
import { type Bench, eventually, phone, startForeignSite } from "./reader-browser.ts";

interface Host {
  Lectern: {
    open(): void;
    close(): void;
    ask(question: string): void;
    on(name: string, heard: () => void): () => void;
  };
  heard: string[];
}

const panel = (page: Page) => page.getByRole("dialog", { name: "Ask the kettle" });

/** The panel on another website, with another origin, its own styles and a strict policy. */
export function embedSuite({ read, server, key, site }: Bench): void {
  async function visit(attributes: string, options = {}) {
    const script = `<script src="${server()}/widget.js" data-domain="kettle" data-key="${key()}" data-title="Ask the kettle" ${attributes} defer></script>`;
    const html = `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,">${script}</head><body><main><h1>Shop</h1><p>Buy a kettle.</p></main></body></html>`;
    const policy = `default-src 'none'; img-src data:; script-src ${server()}; connect-src ${server()}; require-trusted-types-for 'script'`;
    const foreign = await startForeignSite(html, policy);
    onTestFinished(() => foreign.close());
    return read(foreign.url, options);
  }

  test("the widget works on another origin under a strict policy and links to the documentation", async () => {
    const { page, problems } = await visit('data-accent="#0f766e" data-questions="How do I install it on Linux?"');
    await page.getByRole("button", { name: "Ask" }).click();
    await panel(page).getByRole("button", { name: "How do I install it on Linux?" }).click();
    await eventually(() => panel(page).locator(".answer-text").textContent()).toBe("Use apt\u00a01.");
    const citation = panel(page).locator(".citation");
    expect(await citation.getAttribute("href")).toBe(`${site()}/install#linux`);
    expect(await citation.getAttribute("target")).toBe("_blank");
    expect(await page.locator("h1").evaluate((title) => getComputedStyle(title).fontFamily)).not.toContain("system-ui");
    expect(await violations(page)).toEqual([]);
    await panel(page).getByRole("button", { name: "Helpful", exact: true }).click();
    await panel(page).getByLabel("What was missing or wrong?").waitFor();
    expect(problems).toEqual([]);
  });

  test("a page can open the widget, ask a question and close it, and receives its events", async () => {
    const { page } = await visit('data-button="off" data-theme="dark"', phone);
    await page.evaluate(() => {
      const host = globalThis as unknown as Host;
      host.heard = [];
      for (const name of ["open", "ask", "answer", "close"]) host.Lectern.on(name, () => host.heard.push(name));
      host.Lectern.ask("How do I install it on Linux?");
    });
    await eventually(() => panel(page).locator(".answer-text").textContent()).toBe("Use apt\u00a01.");
    // The last text is rendered before the answer is complete.
    const heard = () => page.evaluate(() => (globalThis as unknown as Host).heard);
    await eventually(heard).toEqual(["open", "ask", "answer"]);
    expect(await violations(page)).toEqual([]);
    await page.evaluate(() => (globalThis as unknown as Host).Lectern.close());
    expect(await panel(page).count()).toBe(0);
    expect(await heard()).toEqual(["open", "ask", "answer", "close"]);
  });
}
