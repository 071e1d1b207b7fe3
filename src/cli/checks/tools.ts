import { readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { findSandbox } from "../../agent/child/find-sandbox.ts";
import { GitError } from "../../git/git-error.ts";
import { checkGitVersion } from "../../git/git-version.ts";
import type { Environment } from "../../platform/config.ts";
import { isInstalled } from "../../platform/is-installed.ts";
import { browserAdvice } from "../../screenshot/browser-advice.ts";
import { findBrowser } from "../../screenshot/find-browser.ts";
import type { Check } from "./check.ts";

/** The programs that Lectern runs on or starts. */
export async function checkTools(environment: Environment): Promise<Check[]> {
  return [checkNode(), await checkGit(), await checkBrowser(environment), await checkSandbox()];
}

/** Compares the running Node with the version Lectern is tested with. */
export function checkNode(running: string = process.versions.node): Check {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const { devDependencies, engines }: { devDependencies?: { node: string }; engines?: { node: string } } =
    JSON.parse(text);
  // The published manifest has engines instead of development dependencies.
  const pinned = devDependencies?.node ?? engines?.node.replace(/^\D+/, "") ?? running;
  const found = `${running} (pinned: ${pinned})`;
  const major = (version: string) => Number.parseInt(version, 10);
  if (major(running) === major(pinned)) {
    return { name: "node", state: "ok", found };
  }
  return {
    name: "node",
    state: major(running) < major(pinned) ? "fail" : "warn",
    found,
    fix: isInstalled
      ? `install Node ${major(pinned)}`
      : 'run Lectern with "npm start" and "npm run lectern", which use the pinned version',
  };
}

export async function checkGit(searchPath?: string): Promise<Check> {
  try {
    return { name: "git", state: "ok", found: await checkGitVersion(searchPath) };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const [found = "", fix = "install git"] = error.message.replace(/\.$/, "").split("; ");
    return { name: "git", state: "fail", found, fix };
  }
}

/** Also starts the browser, because an installed browser may not work. */
async function checkBrowser(environment: Environment): Promise<Check> {
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
        fix: browserAdvice(),
      }
    : { name: "browser", state: "ok", found: `${found.name} ${found.version}` };
}

/** The sandbox is a second layer of protection. Without it, agent jobs are still restricted by Node's permissions. */
async function checkSandbox(): Promise<Check> {
  const found = await findSandbox();
  return found === undefined
    ? {
        name: "sandbox",
        state: "warn",
        found: "none: agent jobs are restricted only by Node's permissions",
        fix: "install bubblewrap, and allow it to create user namespaces",
      }
    : { name: "sandbox", state: "ok", found: `bubblewrap ${found.version}` };
}
