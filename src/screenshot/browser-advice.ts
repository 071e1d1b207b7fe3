import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { installCommand } from "../platform/own-command.ts";
import { ScreenshotError } from "./screenshot-error.ts";

const driver = "playwright-core";
/** A Chromium that needs no system libraries. Only for Linux on x64. */
export const chromiumPackage = "@sparticuz/chromium";
const isBuiltForThis = process.platform === "linux" && process.arch === "x64";

export function hasChromiumPackage(): boolean {
  return isBuiltForThis && isInstalledPackage(chromiumPackage);
}

const programNames = [
  // The headless shell comes first: it is smaller than a browser, and screenshots need nothing else.
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "Google Chrome",
  "Chromium",
];
const wellKnownFolders = [
  "/usr/bin",
  "/usr/local/bin",
  "/bin",
  "/snap/bin",
  "/opt/google/chrome",
  "/opt/homebrew/bin",
  "/run/current-system/sw/bin",
  "/Applications/Google Chrome.app/Contents/MacOS",
  "/Applications/Chromium.app/Contents/MacOS",
];

/** The paths where the system's Chromium or Chrome may be. */
export function systemBrowserFiles(folders: readonly string[] = wellKnownFolders): string[] {
  return programNames.flatMap((program) => folders.map((folder) => join(folder, program)));
}

/** Advice for a server without a browser. Both packages are optional, because they are larger than everything else. */
export function browserAdvice(): string {
  const hasSystemBrowser = systemBrowserFiles().some((file) => existsSync(file));
  const needsChromium = !hasSystemBrowser && !hasChromiumPackage();
  const packages = needsChromium && isBuiltForThis ? [driver, chromiumPackage] : [driver];
  const missing = packages.filter((name) => !isInstalledPackage(name));
  const steps = [
    ...(needsChromium && !isBuiltForThis ? ["install Chromium"] : []),
    ...(missing.length > 0 ? [`run: ${installCommand(missing)}`] : []),
  ];
  return steps.length > 0
    ? steps.join(", and ")
    : "install another version of Chromium; the log says why this one can't be used";
}

/** Loads the package that controls browsers. It is large and needed only if there is a browser. */
export async function loadDriver(): Promise<typeof import("playwright-core")> {
  try {
    return await import("playwright-core");
  } catch (cause) {
    throw isInstalledPackage(driver)
      ? cause
      : new ScreenshotError("browser", `The package ${driver} is not installed.`, { cause });
  }
}

/** Not `import.meta.resolve`: it throws in the process that prepares a test run. */
function isInstalledPackage(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
