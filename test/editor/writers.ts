import { connect, createServer, type Socket } from "node:net";
import type { Browser, Locator, Page } from "playwright-core";
import { expect, onTestFinished, vi } from "vitest";
import { readNews } from "../../src/editor/draft-text.ts";
import { readText } from "../../src/editor/shared-text.ts";
import type { Files } from "../../src/git/git-test-support.ts";
import { newPage } from "../dashboard/dashboard-browser.ts";
import { launchBrowser, stepMilliseconds } from "../support/launch-browser.ts";
import { prepareProcess } from "./live-process.ts";

const docs = '{ "name": "Plants", "navigation": { "pages": ["index"] } }\n';

/** A real server behind a proxy that can be killed and replaced, and two people in browsers. */
export async function startWriting(files: Files) {
  const proxy = await startProxy();
  const running = await prepareProcess("sqlite", { "docs.json": docs, ...files }, { LECTERN_URL: proxy.url });
  proxy.setTarget(running.url());
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const organization = running.project.organizationId;
  const editorUrl = (draftId: string, path: string) =>
    `${proxy.url}/dashboard/${organization}/killed/editor?${new URLSearchParams({ draft: draftId, page: path })}`;
  return {
    ...running,
    projectUrl: `${proxy.url}/dashboard/${organization}/killed`,
    editorUrl,
    people: await Promise.all(running.people.map(({ cookie }) => openBrowserOf(browser, proxy.url, cookie))),
    async restart() {
      await running.restart([]);
      proxy.setTarget(running.url());
    },
    /** Another node takes over while this one stops. */
    replace: () => running.replace(() => proxy.setTarget(running.url())),
    /** The text of a page as the server has stored it. */
    stored: async (draftId: string, path: string) =>
      readText(await readNews(running.database.query, draftId, path)).text,
  };
}

async function openBrowserOf(browser: Browser, url: string, cookie: string) {
  const [, value = ""] = /lectern\.session_token=([^;]+)/.exec(cookie) ?? [];
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies([{ name: "lectern.session_token", value, url, httpOnly: true, sameSite: "Lax" }]);
  const { page } = await newPage(context);
  return { context, page };
}

/** Forwards connections to the server that runs at the moment. The address in the browser stays the same. */
async function startProxy() {
  let target: { port: number; host: string } | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(target ?? { port: 9, host: "127.0.0.1" });
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    setTarget(url: string) {
      const { hostname, port: at } = new URL(url);
      target = { host: hostname, port: Number(at) };
    },
  };
}

export type Mode = "visual" | "source";

/** Opens a page of a draft in one of the two modes. */
export async function openIn(page: Page, mode: Mode, url: string): Promise<void> {
  await page.goto(new URL("/healthz", url).href);
  await page.evaluate((chosen) => localStorage.setItem("lectern.editor-mode", chosen), mode);
  await page.goto(url);
  await editorText(page, mode).waitFor();
}

export const editorText = (page: Page, mode: Mode) =>
  mode === "visual" ? page.getByRole("textbox", { name: "Page", exact: true }) : page.locator(".cm-content");

/** Source mode only draws the lines on the screen, and a line that was typed for ten minutes fills many screens. */
async function scrollTo(page: Page, line: Locator): Promise<void> {
  const scroller = page.locator(".cm-scroller");
  if ((await line.count()) === 0) await scroller.evaluate((element) => element.scrollTo(0, 0));
  await vi.waitFor(
    async () => {
      if ((await line.count()) > 0) return;
      await scroller.evaluate((element) => element.scrollBy(0, element.clientHeight / 2));
      throw new Error("The line isn't on the screen.");
    },
    { timeout: stepMilliseconds, interval: 50 },
  );
}

/** Puts the cursor at the end of a block. An editor that isn't ready ignores clicks, so they are repeated. */
export async function clickEndOf(page: Page, mode: Mode, words: string): Promise<void> {
  const line = editorText(page, mode).getByText(words).first();
  if (mode === "source") await scrollTo(page, line);
  await vi.waitFor(
    async () => {
      const { x, y } = await line.evaluate((element) => {
        element.scrollIntoView({ block: "end" });
        // Away from the edge, where a message may cover the end of a line that is longer than the screen.
        let box = element.parentElement;
        while (box !== null && box.scrollHeight <= box.clientHeight) box = box.parentElement;
        box?.scrollBy(0, 120);
        const range = document.createRange();
        range.selectNodeContents(element);
        const { right, top, bottom } = [...range.getClientRects()].at(-1) ?? element.getBoundingClientRect();
        return { x: right - 1, y: (top + bottom) / 2 };
      });
      await page.mouse.click(x, y);
      await page.keyboard.press("End");
      const isThere = await line.evaluate((element) => {
        const root = element.getRootNode() as Document & { getSelection?: () => Selection | null };
        const selection = root.getSelection?.() ?? document.getSelection();
        return element.contains(selection?.anchorNode ?? null);
      });
      expect(isThere).toBe(true);
    },
    { timeout: stepMilliseconds, interval: 50 },
  );
}

export const isSaved = (page: Page) => page.getByText("Saved", { exact: true }).waitFor();
