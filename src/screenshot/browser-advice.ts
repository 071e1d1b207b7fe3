import { installCommand } from "../platform/own-command.ts";
import { ScreenshotError } from "./screenshot-error.ts";

const driver = "playwright-core";
/** A Chromium that runs without any library of the system. Only for Linux on x64. */
export const chromiumPackage = "@sparticuz/chromium";
const isBuiltForThis = process.platform === "linux" && process.arch === "x64";

export function hasChromiumPackage(): boolean {
  return isBuiltForThis && isInstalledPackage(chromiumPackage);
}

/** What to do if no browser was found. Both packages are optional, because they are larger than everything else. */
export function browserAdvice(): string {
  const missing = (isBuiltForThis ? [driver, chromiumPackage] : [driver]).filter((name) => !isInstalledPackage(name));
  if (missing.length === 0) return "install Chromium";
  const command = `run: ${installCommand(missing)}`;
  return isBuiltForThis ? command : `install Chromium, and ${command}`;
}

/** Loads the package that controls browsers, which is large and only needed with one. */
export async function loadDriver(): Promise<typeof import("playwright-core")> {
  try {
    return await import("playwright-core");
  } catch (cause) {
    throw isInstalledPackage(driver)
      ? cause
      : new ScreenshotError("browser", `The package ${driver} is not installed.`, { cause });
  }
}

function isInstalledPackage(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
