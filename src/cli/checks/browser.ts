import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Environment } from "../../platform/config.ts";
import type { Check } from "./check.ts";

const names = ["chromium", "chromium-browser", "google-chrome"];

export function checkBrowser(environment: Environment): Check {
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  return found === undefined
    ? { name: "browser", state: "warn", found: "none: screenshots are skipped", mend: "install Chromium" }
    : { name: "browser", state: "ok", found };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
