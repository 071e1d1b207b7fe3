import { delimiter } from "node:path";
import type { Environment } from "../../platform/config.ts";
import { findBrowser } from "../../screenshot/find-browser.ts";
import type { Check } from "./check.ts";

/** The search also starts the browser, because an installed one may not work. */
export async function checkBrowser(environment: Environment): Promise<Check> {
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const passedOver: string[] = [];
  const found = await findBrowser({
    folders,
    onPassedOver: (name, error) => passedOver.push(`${name}: ${error.message}`),
  });
  return found === undefined
    ? {
        name: "browser",
        state: "warn",
        found: `none: screenshots are skipped${passedOver.map((reason) => ` (${reason})`).join("")}`,
        fix: "install Chromium",
      }
    : { name: "browser", state: "ok", found: `${found.name} ${found.version}` };
}
