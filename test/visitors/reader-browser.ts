import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { launchBrowser, stepMilliseconds } from "../support/launch-browser.ts";
import type { ModelServer } from "../support/model-server.ts";

export interface ReaderBrowser {
  /** A new reader on the published site. */
  read(url: string, options?: BrowserContextOptions): Promise<Reading>;
  close(): Promise<void>;
}

/** The parts that the browser suites share, ready when the first test runs. */
export interface Bench {
  read: ReaderBrowser["read"];
  /** The address of the published site. */
  site(): string;
  /** The address of the API and the widget. */
  server(): string;
  /** An assistant key, allowed on any website. */
  key(): string;
  model(): ModelServer;
}

interface Reading {
  page: Page;
  /** Another tab of the same reader. */
  openTab(url: string): Promise<Page>;
  /** Errors, blocked requests and console warnings. */
  problems: string[];
}

/** Retries an expectation, because the machine may be busy. */
export function eventually<Value>(see: () => Value | Promise<Value>) {
  return expect.poll(see, { interval: 50 });
}

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export async function startReaderBrowser(): Promise<ReaderBrowser> {
  const browser = await launchBrowser();
  return { read: (url, options) => read(browser, url, options), close: () => browser.close() };
}

async function read(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Reading> {
  const permissions = ["clipboard-read", "clipboard-write"];
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    permissions,
    ...options,
  });
  context.setDefaultTimeout(stepMilliseconds);
  onTestFinished(() => context.close());
  const problems: string[] = [];
  const openTab = async (address: string) => {
    const page = await context.newPage();
    page.on("pageerror", (error) => problems.push(`error on ${page.url()}: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") problems.push(`${page.url()}: ${message.text()}`);
    });
    await page.goto(address);
    return page;
  };
  return { page: await openTab(url), openTab, problems };
}

/** Another website: one page with this HTML, under the strictest policy that still allows the widget. */
export async function startForeignSite(html: string, policy: string): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy });
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A made-up answer, such as one that a real server would not send. `kind` is the metadata at its end. */
export function streamOf(
  texts: readonly string[],
  { sources = [] as string[], isWhole = true, kind = {} as object } = {},
): string {
  const parts: object[] = [{ type: "start", messageId: "msg_1", messageMetadata: { threadId: "thr_1" } }];
  if (sources.length > 0) {
    const output = sources.map((url) => ({ content: "", path: new URL(url).pathname, url, metadata: { title: url } }));
    parts.push({ type: "tool-output-available", toolCallId: "call_1", output });
  }
  parts.push(...texts.map((delta) => ({ type: "text-delta", id: "txt_1", delta })));
  if (isWhole) parts.push({ type: "finish", messageMetadata: { type: "finish", threadId: "thr_1", ...kind } });
  return `${parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join("")}${isWhole ? "data: [DONE]\n\n" : ""}`;
}
