import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { loadDriver } from "./browser-advice.ts";
import { watchForBrowser } from "./browser-process.ts";
import { removeLeftovers } from "./remove-leftovers.ts";
import { ScreenshotError } from "./screenshot-error.ts";

export interface BrowserProgram {
  executable: string;
  /** Added to the browser's environment. */
  variables: Readonly<Record<string, string>>;
}

interface BrowserRun {
  program: BrowserProgram;
  /** Rules for Chromium's resolver, `MAP host address:port`. All other hosts are unreachable. */
  hostRules: readonly string[];
  launchSecondsMax: number;
  totalSecondsMax: number;
  signal?: AbortSignal | undefined;
}

const folderPrefix = "lectern-browser-";
const searchPath = "/usr/local/bin:/usr/bin:/bin";
const scriptHeapMegabytesMax = 512;

const everyRun = [
  // WebRTC uses UDP and bypasses the resolver's rules. Chrome and the headless shell use different names for this
  // switch.
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--no-proxy-server",
  "--disable-quic",
  "--disable-domain-reliability",
  "--disable-client-side-phishing-detection",
  "--no-pings",
  // For the headless shell; Chrome has a popup blocker.
  "--block-new-web-contents",
  `--js-flags=--max-old-space-size=${scriptHeapMegabytesMax}`,
];

/** Runs work with a browser and always removes its processes and files. */
export async function withBrowser<Value>(run: BrowserRun, work: (browser: Browser) => Promise<Value>): Promise<Value> {
  // First, so that a missing package is named, whatever else this machine lacks.
  await loadDriver();
  const folder = await makeFolder();
  try {
    return await lendBrowser(run, folder, work);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function makeFolder(): Promise<string> {
  try {
    await removeLeftovers(tmpdir(), folderPrefix);
    return await mkdtemp(join(tmpdir(), folderPrefix));
  } catch (cause) {
    throw new ScreenshotError("browser", "The folder for temporary files (TMPDIR) can't be written.", { cause });
  }
}

async function lendBrowser<Value>(
  run: BrowserRun,
  folder: string,
  work: (browser: Browser) => Promise<Value>,
): Promise<Value> {
  const { totalSecondsMax, signal } = run;
  if (signal?.aborted) {
    throw abortError(signal);
  }
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
  const onAbort = () => stop(abortError(signal));
  signal?.addEventListener("abort", onAbort, { once: true });
  const tooLong = new ScreenshotError("timeout", `The browser was stopped after ${totalSecondsMax} seconds.`);
  const timeout = setTimeout(() => stop(tooLong), totalSecondsMax * 1_000);

  const browserProcess = watchForBrowser(folder);
  const launching = launch(run, folder);
  try {
    return await Promise.race([launching.then(work), stopped]);
  } finally {
    clearTimeout(timeout);
    signal?.removeEventListener("abort", onAbort);
    // The profile is disposable, so the browser can be killed. The second call waits for a browser that was still
    // starting.
    await browserProcess.kill();
    await launching.catch(() => {});
    await browserProcess.kill();
    browserProcess.forget();
  }
}

function abortError(signal: AbortSignal | undefined): ScreenshotError {
  return new ScreenshotError("aborted", "The browser was stopped.", { cause: signal?.reason });
}

async function launch({ program, hostRules, launchSecondsMax }: BrowserRun, folder: string): Promise<Browser> {
  const { chromium } = await loadDriver();
  try {
    const context = await chromium.launchPersistentContext(join(folder, "profile"), {
      executablePath: program.executable,
      artifactsDir: join(folder, "artifacts"),
      args: [...everyRun, `--host-resolver-rules=${[...hostRules, "MAP * ~NOTFOUND"].join(", ")}`],
      ignoreDefaultArgs: ["--disable-popup-blocking"],
      // Chromium refuses to start as root with a sandbox. Containers often run as root and are a barrier themselves.
      // Any other user gets the sandbox, or no browser.
      chromiumSandbox: process.getuid?.() !== 0,
      // The server's environment contains secrets, so none of it is passed to the browser.
      env: { PATH: searchPath, HOME: folder, TMPDIR: folder, LANG: "C.UTF-8", ...program.variables },
      timeout: launchSecondsMax * 1_000,
      // The server handles signals and aborts through its AbortSignal.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const browser = context.browser();
    if (browser === null) {
      throw new Error("Playwright returned no browser.");
    }
    return browser;
  } catch (cause) {
    throw launchError(cause, launchSecondsMax);
  }
}

function launchError(cause: unknown, launchSecondsMax: number): ScreenshotError {
  if (cause instanceof Error && cause.name === "TimeoutError") {
    return new ScreenshotError("timeout", `The browser did not start within ${launchSecondsMax} seconds.`, { cause });
  }
  if (cause instanceof Error && /no usable sandbox/i.test(cause.message)) {
    const message =
      "The browser has no sandbox; allow this user to create namespaces, or install Chromium as a package.";
    return new ScreenshotError("browser", message, { cause });
  }
  return new ScreenshotError("browser", "The browser does not start.", { cause });
}
