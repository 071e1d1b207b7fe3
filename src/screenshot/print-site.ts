import type { BrowserContext, Page } from "playwright-core";
import { type AssembledDocument, assembleDocument, type PrintedPart } from "./assemble-document.ts";
import { printStyles } from "./print-styles.ts";
import { readPageNumbers } from "./read-page-numbers.ts";
import { ScreenshotError } from "./screenshot-error.ts";
import { type BrowserProgram, withBrowser } from "./with-browser.ts";

interface PrintRequest extends PrintedPart {
  browser: BrowserProgram;
  /** The public address of the site, for links to pages that aren't printed. */
  siteUrl: string;
  /** Reads a file of the site by the path of its address. */
  readFile(path: string): Promise<{ type: string; bytes: Buffer } | undefined>;
  format: PaperFormat;
  limits?: PrintLimits;
  signal?: AbortSignal | undefined;
}

type PaperFormat = "A4" | "Letter";

export interface PrintedSite {
  bytes: Buffer;
  /** The pages of the site. */
  pages: number;
}

const defaultPrintLimits = {
  launchSecondsMax: 60,
  totalSecondsMax: 900,
  /** For one step, such as loading the document or printing it. */
  stepSecondsMax: 400,
  diagramSecondsMax: 60,
  pagesMax: 1_000,
  charactersMax: 100_000_000,
  bytesMax: 100_000_000,
};

type PrintLimits = typeof defaultPrintLimits;

/** Reserved, so it can't be the address of another server. The browser gets everything from `readFile`. */
const origin = "http://site.invalid";
const emptyPath = "/_lectern/print-start";
const documentPath = "/_lectern/print";

/**
 * Prints the pages of a site as one PDF with an outline, page numbers and working links. The browser has no network: it
 * reads the files of the site, and everything else fails.
 */
export async function printSite(request: PrintRequest): Promise<PrintedSite> {
  const { browser: program, siteUrl, from, group, limits = defaultPrintLimits, signal } = request;
  return withBrowser({ program, hostRules: [], signal, ...limits }, async (browser) => {
    const context = await browser.newContext({
      colorScheme: "light",
      viewport: { width: 760, height: 1_000 },
      reducedMotion: "reduce",
      acceptDownloads: false,
      serviceWorkers: "block",
    });
    context.setDefaultTimeout(limits.stepSecondsMax * 1_000);
    let html = "<!doctype html>";
    await serveFiles(context, request, () => html);
    await context.addInitScript(showEverything);
    const page = await context.newPage();
    context.on("page", (popup) => void popup.close().catch(() => {}));
    try {
      await page.goto(`${origin}${emptyPath}`);
      const part = { siteUrl, from, group, pagesMax: limits.pagesMax, charactersMax: limits.charactersMax };
      const assembled = await assemble(page, part);
      html = assembled.html.replace("</head>", `<style>${printStyles}</style></head>`);
      await page.goto(`${origin}${documentPath}`, { waitUntil: "load" });
      await waitForDiagrams(page, limits.diagramSecondsMax);
      const draft = await print(page, request, assembled);
      // The numbers in the table of contents are only known when everything has its place.
      const numbers = readPageNumbers(draft);
      await page.evaluate(addNumbers, numbers);
      const bytes = Object.keys(numbers).length === 0 ? draft : await print(page, request, assembled);
      if (bytes.length > limits.bytesMax) {
        throw new ScreenshotError("too-large", `The PDF exceeds ${limits.bytesMax} bytes; print a part of the site.`);
      }
      return { bytes, pages: assembled.pages };
    } catch (error) {
      throw error instanceof ScreenshotError ? error : printError(error);
    }
  });
}

async function serveFiles(context: BrowserContext, { readFile }: PrintRequest, html: () => string): Promise<void> {
  await context.route(
    () => true,
    async (route) => {
      const url = new URL(route.request().url());
      const isGenerated = url.pathname === documentPath || url.pathname === emptyPath;
      const file =
        url.origin !== origin || isGenerated ? undefined : await readFile(url.pathname).catch(() => undefined);
      const reply = isGenerated
        ? route.fulfill({ contentType: "text/html; charset=utf-8", body: html() })
        : file === undefined
          ? route.abort("aborted")
          : route.fulfill({ contentType: file.type, body: file.bytes });
      // The page may have been closed in the meantime.
      await reply.catch(() => {});
    },
  );
}

/** Assembles the document. A message of `assembleDocument` is for the person who asked for the PDF. */
async function assemble(page: Page, request: Parameters<typeof assembleDocument>[0]): Promise<AssembledDocument> {
  try {
    return await page.evaluate(assembleDocument, request);
  } catch (error) {
    const message =
      error instanceof Error ? /^page\.evaluate: Error: ([^\n]{1,700})/.exec(error.message)?.[1] : undefined;
    throw message === undefined ? error : new ScreenshotError("page", message, { cause: error });
  }
}

/** Runs in the browser: everything counts as visible, so that diagrams far below are drawn too. */
function showEverything(): void {
  window.IntersectionObserver = class implements IntersectionObserver {
    readonly root = null;
    readonly rootMargin = "0px";
    readonly scrollMargin = "0px";
    readonly thresholds = [0];
    readonly #callback: IntersectionObserverCallback;
    constructor(callback: IntersectionObserverCallback) {
      this.#callback = callback;
    }
    observe(target: Element): void {
      const entry = { isIntersecting: true, intersectionRatio: 1, target } as unknown as IntersectionObserverEntry;
      setTimeout(() => this.#callback([entry], this));
    }
    unobserve(): void {}
    disconnect(): void {}
    takeRecords(): IntersectionObserverEntry[] {
      return [];
    }
  };
}

/** A diagram that takes too long is printed as its source. */
async function waitForDiagrams(page: Page, secondsMax: number): Promise<void> {
  const areDrawn = () =>
    [...document.querySelectorAll("[data-mermaid] .diagram-view")].every((view) => view.matches(".undrawn, :has(svg)"));
  await page.waitForFunction(areDrawn, undefined, { timeout: secondsMax * 1_000 }).catch(() => {});
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

function addNumbers(numbers: Record<string, number>): void {
  for (const link of document.querySelectorAll<HTMLElement>(".print-contents a")) {
    const number = numbers[link.getAttribute("href")?.slice(1) ?? ""];
    if (number !== undefined) link.dataset.number = String(number);
  }
}

async function print(page: Page, { format }: PrintRequest, { title }: AssembledDocument): Promise<Buffer> {
  const name = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const style = "width:100%;margin:0 16mm;display:flex;justify-content:space-between;color:#666;font:8pt sans-serif";
  return page.pdf({
    format,
    outline: true,
    tagged: true,
    printBackground: true,
    displayHeaderFooter: true,
    headerTemplate: "<span></span>",
    footerTemplate: `<div style="${style}"><span>${name}</span><span class="pageNumber"></span></div>`,
    margin: { top: "18mm", bottom: "20mm", left: "16mm", right: "16mm" },
  });
}

function printError(cause: unknown): ScreenshotError {
  const message = cause instanceof Error ? cause.message : "";
  if (cause instanceof Error && cause.name === "TimeoutError") {
    return new ScreenshotError("timeout", "Printing took too long; print a part of the site.", { cause });
  }
  if (/crashed/.test(message) || (message.includes("Target") && message.includes("closed"))) {
    return new ScreenshotError("page", "The browser ran out of memory; print a part of the site.", { cause });
  }
  return new ScreenshotError("page", "The site can't be printed.", { cause });
}
