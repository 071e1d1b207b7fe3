import { existsSync } from "node:fs";
import { join } from "node:path";
import { isInstalled } from "./is-installed.ts";

/** The name on npm. The name `lectern` belongs to someone else, so no command may install or run it. */
const packageName = "lectern-docs";

/**
 * How to type a Lectern command here: `lectern project list` after a global installation, `npx lectern-docs project list`
 * if a project or npx installed it, and `npm run lectern -- project list` in a clone.
 */
export function ownCommand(rest: string): string {
  return `${programName} ${rest}`;
}

/** How to install optional packages. A clone has all of them. */
export function installCommand(packages: readonly string[]): string {
  const names = packages.join(" ");
  if (!isInstalled) return "npm ci";
  if (/[\\/]_npx[\\/]/.test(import.meta.dirname)) {
    return `npx ${[packageName, ...packages].map((name) => `--package ${name}`).join(" ")} lectern`;
  }
  return programName === "lectern" ? `npm install --global ${names}` : `npm install ${names}`;
}

const programName = isInstalled ? installedName(join(import.meta.dirname, "../..")) : "npm run lectern --";

/** A project, like npx, has a package.json next to node_modules; the folder of global packages has none. */
export function installedName(packageFolder: string): string {
  const [owner = ""] = packageFolder.split(/[\\/]node_modules[\\/]/, 1);
  return existsSync(join(owner, "package.json")) ? `npx ${packageName}` : "lectern";
}
