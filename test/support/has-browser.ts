import { existsSync } from "node:fs";
import { hasChromiumPackage, systemBrowserFiles } from "../../src/screenshot/browser-advice.ts";

/** Whether tests can use an installed Chromium or Chrome, or the bundled one, which exists only for Linux on x64. */
export const hasBrowser = hasChromiumPackage() || systemBrowserFiles().some((file) => existsSync(file));
