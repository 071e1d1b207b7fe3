import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BuildProblem } from "../shared/build-problem.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import { listNamedOrigins } from "./named-origins.ts";

export interface AuthorScript {
  /** The address of the file on the site. */
  src: string;
  isModule: boolean;
}

export interface AuthorScripts {
  scripts: AuthorScript[];
  /** The servers named in the scripts. */
  origins: string[];
  problems: BuildProblem[];
}

interface ScriptsRequest {
  folder: string;
  /** The files that the site serves. */
  assets: readonly { path: string; size: number }[];
  /** Files that pages import. They belong to those pages and don't run by themselves. */
  imported: ReadonlySet<string>;
  limits: Pick<SiteLimits, "scriptsMax" | "scriptsBytesMax">;
  isAllowed: boolean;
}

/** The hint for scripts and services that the settings of the server or the project turn off. */
export const authorCodeHint =
  "an admin can allow it in the settings of the project, unless the operator has turned it off with LECTERN_AUTHOR_CODE";

/** Files with imports or exports are loaded as modules. All other files run in the global scope, as authors expect. */
const moduleSyntax = /^[ \t]*(?:import[ \t]*["'{*\w]|export[ \t])/m;

/** Every `.js` file of a project runs on every page, after the page is interactive. */
export async function readAuthorScripts(request: ScriptsRequest): Promise<AuthorScripts> {
  const { folder, assets, imported, limits, isAllowed } = request;
  const files = assets.filter(({ path }) => path.endsWith(".js") && !imported.has(path));
  const found: AuthorScripts = { scripts: [], origins: [], problems: [] };
  const warn = (file: string, message: string, hint?: string) =>
    found.problems.push(new BuildProblem(message, { severity: "warning", file, hint }));
  let bytes = 0;
  for (const { path, size } of files) {
    bytes += size;
    if (!isAllowed) warn(path, "is not run, because scripts of the project are turned off", authorCodeHint);
    else if (found.scripts.length >= limits.scriptsMax || bytes > limits.scriptsBytesMax) {
      const most = `${limits.scriptsMax} files and ${limits.scriptsBytesMax} bytes`;
      warn(path, `is not run: the scripts of a project may have at most ${most}`, "exclude files in .mintignore");
    } else {
      const code = await readFile(join(folder, path), "utf8");
      found.scripts.push({
        src: `/${path.split("/").map(encodeURIComponent).join("/")}`,
        isModule: moduleSyntax.test(code),
      });
      found.origins.push(...listNamedOrigins(code));
    }
  }
  return found;
}
