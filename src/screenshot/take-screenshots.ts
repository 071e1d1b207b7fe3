import { isIPv6 } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { ScreenshotError } from "./screenshot-error.ts";
import { type BrowserProgram, withBrowser } from "./with-browser.ts";

interface ScreenshotRequest {
  browser: BrowserProgram;
  url: string;
  /** Where the site is really served, when its host's name leads elsewhere or nowhere. */
  connectTo?: { host: string; port: number } | undefined;
  limits?: ScreenshotLimits | undefined;
  signal?: AbortSignal | undefined;
}

interface ScreenshotLimits {
  launchSecondsMax: number;
  /** For one colour scheme: first to load the page, then to draw it. */
  pageSecondsMax: number;
  totalSecondsMax: number;
  imageBytesMax: number;
}

/** JPEG images. */
export interface Screenshots {
  light: Buffer;
  dark: Buffer;
}

// Wide, because nobody waits for pictures, and a machine that builds sites meanwhile has little time for them.
export const defaultScreenshotLimits: ScreenshotLimits = {
  launchSecondsMax: 60,
  pageSecondsMax: 30,
  totalSecondsMax: 180,
  imageBytesMax: 2_000_000,
};

const viewport = { width: 1280, height: 800 };
const jpegQuality = 80;
const captureTries = 3;

/**
 * Draws a page as visitors with a light and with a dark screen see it. Its scripts run, but nothing besides its own origin
 * can be reached.
 */
export async function takeScreenshots(request: ScreenshotRequest): Promise<Screenshots> {
  const { browser, url, connectTo, limits = defaultScreenshotLimits, signal } = request;
  const site = toSite(url);
  const run = { program: browser, hostRules: [siteRule(site, connectTo)], signal, ...limits };
  return withBrowser(run, async (running) => ({
    light: await drawPage(running, site, "light", limits),
    dark: await drawPage(running, site, "dark", limits),
  }));
}

async function drawPage(
  browser: Browser,
  site: Site,
  colorScheme: "light" | "dark",
  { pageSecondsMax, imageBytesMax }: ScreenshotLimits,
): Promise<Buffer> {
  // A new context each time: what the page remembers of the first visit is not there at the second.
  const context = await browser.newContext({
    colorScheme,
    viewport,
    reducedMotion: "reduce",
    acceptDownloads: false,
    serviceWorkers: "block",
  });
  context.setDefaultTimeout(pageSecondsMax * 1_000);
  await blockOtherOrigins(context, site.origin);
  const page = await context.newPage();
  context.on("page", (popup) => void popup.close().catch(() => {}));
  try {
    await openPage(page, site);
    await showLateFonts(page);
    const image = await capture(page);
    if (image.length > imageBytesMax) {
      throw new ScreenshotError("too-large", `The screenshot has more than ${imageBytesMax} bytes.`);
    }
    await context.close();
    return image;
  } catch (error) {
    throw error instanceof ScreenshotError ? error : pageError(error, pageSecondsMax);
  }
}

/** A browser that is busy starting sometimes has no picture of a page yet that it has loaded. */
async function capture(page: Page, triesLeft = captureTries): Promise<Buffer> {
  try {
    return await page.screenshot({ type: "jpeg", quality: jpegQuality, animations: "disabled" });
  } catch (error) {
    const isTooEarly = error instanceof Error && error.message.includes("Unable to capture screenshot");
    if (!isTooEarly || triesLeft === 1) throw error;
    return capture(page, triesLeft - 1);
  }
}

/**
 * The resolver's rules are the wall: they also hold where Playwright does not look, at redirects and WebSockets. This
 * adds what they cannot tell apart, other origins on the site's own host.
 */
async function blockOtherOrigins(context: BrowserContext, origin: string): Promise<void> {
  await context.route(
    () => true,
    async (route) => {
      const isAllowed = new URL(route.request().url()).origin === origin;
      // A page that is closed meanwhile wants no answer.
      await (isAllowed ? route.continue() : route.abort("aborted")).catch(() => {});
    },
  );
}

async function openPage(page: Page, site: Site): Promise<void> {
  const response = await page.goto(site.href, { waitUntil: "load" });
  if (response?.ok() !== true) {
    throw new ScreenshotError("page", `The page answered with the status ${response?.status() ?? "of no response"}.`);
  }
}

/** A reader who waited too long for a font gets it on the next page. A picture has no next page. */
async function showLateFonts(page: Page): Promise<void> {
  // It has a time-out, unlike `evaluate`.
  await page.waitForFunction(async () => {
    const isOwn = ({ href }: CSSStyleSheet) => href === null || new URL(href).origin === location.origin;
    for (const rule of [...document.styleSheets].filter(isOwn).flatMap(({ cssRules }) => [...cssRules])) {
      if (rule instanceof CSSFontFaceRule) rule.style.setProperty("font-display", "block");
    }
    // Only a page that is laid out anew asks for them.
    document.body?.getBoundingClientRect();
    await document.fonts.ready;
    return true;
  });
}

function pageError(cause: unknown, pageSecondsMax: number): ScreenshotError {
  const message = cause instanceof Error ? cause.message : "";
  if (cause instanceof Error && cause.name === "TimeoutError") {
    return new ScreenshotError("timeout", `The page was not ready within ${pageSecondsMax} seconds.`, { cause });
  }
  if (/crashed/.test(message)) {
    return new ScreenshotError("page", "The page crashed the browser; it may need too much memory.", { cause });
  }
  const code = /net::(ERR_[A-Z_]+)/.exec(message)?.[1];
  const detail = code === undefined ? "" : ` (${code})`;
  return new ScreenshotError("page", `The page cannot be loaded${detail}.`, { cause });
}

interface Site {
  href: string;
  origin: string;
  hostname: string;
  port: number;
}

const defaultPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };
// Commas, spaces and stars have a meaning in the resolver's rules.
const plainHostname = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/;

/** Reads the address of a page, and refuses one that is no web page's. */
export function toSite(url: string): Site {
  const address = URL.parse(url);
  const defaultPort = defaultPorts[address?.protocol ?? ""];
  if (address === null || defaultPort === undefined || !plainHostname.test(address.hostname)) {
    throw new ScreenshotError("page", "The address of the page is not one that begins with http:// or https://.");
  }
  const { href, origin, hostname, port } = address;
  return { href, origin, hostname, port: port === "" ? defaultPort : Number(port) };
}

/** The resolver's rule that lets a browser reach this site, and on its host nothing but this site. */
export function siteRule(site: Site, connectTo?: { host: string; port: number }): string {
  const { host, port } = connectTo ?? { host: site.hostname, port: site.port };
  // All ports of the host lead to the one that is named.
  return `MAP ${site.hostname.replace(/[[\]]/g, "")} ${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
