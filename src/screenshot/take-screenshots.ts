import { isIPv6 } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { ScreenshotError } from "./screenshot-error.ts";
import { type BrowserProgram, withBrowser } from "./with-browser.ts";

interface ScreenshotRequest {
  browser: BrowserProgram;
  url: string;
  /** The actual address of the site, if its host name doesn't resolve to this server. */
  connectTo?: { host: string; port?: number } | undefined;
  /** The cookie that opens a private site. */
  cookie?: { name: string; value: string } | undefined;
  limits?: ScreenshotLimits | undefined;
  signal?: AbortSignal | undefined;
}

/** The screenshots as JPEG images. */
export interface Screenshots {
  light: Buffer;
  dark: Buffer;
}

// Generous limits, because nobody waits for screenshots and the machine may be busy building sites.
export const defaultScreenshotLimits = {
  launchSecondsMax: 60,
  /** The limit per color scheme: once for loading the page, and once for capturing it. */
  pageSecondsMax: 30,
  totalSecondsMax: 180,
  imageBytesMax: 2_000_000,
};

type ScreenshotLimits = typeof defaultScreenshotLimits;

const viewport = { width: 1280, height: 800 };
const jpegQuality = 80;
const captureTries = 3;

/** Captures a page in its light and dark color schemes. The page's scripts run, but can only reach its own origin. */
export async function takeScreenshots(request: ScreenshotRequest): Promise<Screenshots> {
  const { browser, url, connectTo, cookie, limits = defaultScreenshotLimits, signal } = request;
  const site = toSite(url);
  const run = { program: browser, hostRules: [siteRule(site, connectTo)], signal, ...limits };
  return withBrowser(run, async (running) => ({
    light: await drawPage(running, site, { colorScheme: "light", cookie }, limits),
    dark: await drawPage(running, site, { colorScheme: "dark", cookie }, limits),
  }));
}

async function drawPage(
  browser: Browser,
  site: Site,
  { colorScheme, cookie }: { colorScheme: "light" | "dark" } & Pick<ScreenshotRequest, "cookie">,
  { pageSecondsMax, imageBytesMax }: ScreenshotLimits,
): Promise<Buffer> {
  // A new context each time, so that the page keeps no state between visits.
  const context = await browser.newContext({
    colorScheme,
    viewport,
    reducedMotion: "reduce",
    acceptDownloads: false,
    serviceWorkers: "block",
  });
  context.setDefaultTimeout(pageSecondsMax * 1_000);
  if (cookie !== undefined) await context.addCookies([{ ...cookie, url: site.origin }]);
  await blockOtherOrigins(context, site.origin);
  const page = await context.newPage();
  context.on("page", (popup) => void popup.close().catch(() => {}));
  try {
    await openPage(page, site);
    await showLateFonts(page);
    const image = await capture(page);
    if (image.length > imageBytesMax) {
      throw new ScreenshotError("too-large", `The screenshot exceeds ${imageBytesMax} bytes.`);
    }
    await context.close();
    return image;
  } catch (error) {
    throw error instanceof ScreenshotError ? error : pageError(error, pageSecondsMax);
  }
}

/** A browser that has just started sometimes can't capture a loaded page yet. */
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
 * The resolver's rules are the actual barrier: they also apply to redirects and WebSockets, which Playwright doesn't
 * intercept. This function blocks requests that the rules can't distinguish: those to other origins on the site's own
 * host.
 */
async function blockOtherOrigins(context: BrowserContext, origin: string): Promise<void> {
  await context.route(
    () => true,
    async (route) => {
      const isAllowed = new URL(route.request().url()).origin === origin;
      // The page may have been closed in the meantime.
      await (isAllowed ? route.continue() : route.abort("aborted")).catch(() => {});
    },
  );
}

async function openPage(page: Page, site: Site): Promise<void> {
  const response = await page.goto(site.href, { waitUntil: "load" });
  if (response?.ok() !== true) {
    throw new ScreenshotError("page", `The page responded with status ${response?.status() ?? "unknown"}.`);
  }
}

/** Browsers use slow fonts only from the next page view on, but a screenshot has no next view. */
async function showLateFonts(page: Page): Promise<void> {
  // Unlike `evaluate`, `waitForFunction` has a timeout.
  await page.waitForFunction(async () => {
    const isOwn = ({ href }: CSSStyleSheet) => href === null || new URL(href).origin === location.origin;
    for (const rule of [...document.styleSheets].filter(isOwn).flatMap(({ cssRules }) => [...cssRules])) {
      if (rule instanceof CSSFontFaceRule) rule.style.setProperty("font-display", "block");
    }
    // Browsers request fonts only when the page is laid out.
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
// Commas, spaces and asterisks are special in the resolver's rules.
const plainHostname = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/;

/** Parses the URL of a page. */
export function toSite(url: string): Site {
  const address = URL.parse(url);
  const defaultPort = defaultPorts[address?.protocol ?? ""];
  if (address === null || defaultPort === undefined || !plainHostname.test(address.hostname)) {
    throw new ScreenshotError("page", "The page URL must start with http:// or https://.");
  }
  const { href, origin, hostname, port } = address;
  return { href, origin, hostname, port: port === "" ? defaultPort : Number(port) };
}

/** The resolver rule that lets a browser reach only this site. */
export function siteRule(site: Site, connectTo?: { host: string; port?: number }): string {
  const { host = site.hostname, port = site.port } = connectTo ?? {};
  // All ports of the host lead to this one.
  return `MAP ${site.hostname.replace(/[[\]]/g, "")} ${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
