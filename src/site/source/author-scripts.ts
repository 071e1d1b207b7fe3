import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BuildProblem } from "../shared/build-problem.ts";
import { authorCodePath, type SiteAsset } from "../shared/site-file.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import { listNamedOrigins } from "./named-origins.ts";

export interface AuthorScript {
  /** The address of the file on the site. */
  src: string;
  isModule: boolean;
}

export interface AuthorScripts {
  scripts: AuthorScript[];
  /** The files of the scripts that aren't modules. Modules import each other by their own addresses. */
  files: SiteAsset[];
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

/** Files with imports or exports are loaded as modules. */
const moduleSyntax = /^[ \t]*(?:import[ \t]*["'{*\w]|export[ \t])/m;

/** A hashbang, a CommonJS statement at the top level, or the import of a package: a browser can only report errors. */
const nodeSyntax =
  /(?<![\s\S])#!|^(?:(?:const|let|var)\s[^=;]{1,500}=\s*)?require\(\s*["'`]|^(?:module\.)?exports[.=[\s]|^(?:import|export)\b[^"'`;(=]{0,500}["'](?![./]|https?:)/m;

/** Every `.js` file of a project runs on every page, after the page is interactive, unless it is a tool for Node. */
export async function readAuthorScripts(request: ScriptsRequest): Promise<AuthorScripts> {
  const { folder, assets, imported, limits, isAllowed } = request;
  const files = assets.filter(({ path }) => path.endsWith(".js") && !imported.has(path));
  const found: AuthorScripts = { scripts: [], files: [], origins: [], problems: [] };
  const tools: string[] = [];
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
      if (nodeSyntax.test(code)) {
        tools.push(path);
        continue;
      }
      const isModule = moduleSyntax.test(code);
      const file = isModule ? path : `${authorCodePath}${path}`;
      found.scripts.push({ src: `/${file.split("/").map(encodeURIComponent).join("/")}`, isModule });
      if (!isModule) found.files.push({ path: file, type: "text/javascript; charset=utf-8", bytes: inOwnBlock(code) });
      found.origins.push(...listNamedOrigins(code));
    }
  }
  if (tools.length > 0) {
    const which = tools.length > 1 ? ` (and ${tools.length - 1} more, such as ${tools[1]})` : "";
    const message = `is a script for Node${which}, so it doesn't run on the site`;
    const hint = "list such files in .mintignore, so that they aren't published either";
    found.problems.push(new BuildProblem(message, { severity: "note", file: tools[0], hint }));
  }
  return found;
}

/** Only plain functions in a block are also global. */
const otherFunction = /^(?:async[ \t]{1,9}function[ \t]{0,9}\*?|function[ \t]{0,9}\*)[ \t]{0,9}([\w$]+)/gm;

/**
 * In a block, `const` and `let` belong to the file, so two files can use the same name. `var` and functions stay global,
 * as in a plain script.
 */
function inOwnBlock(code: string): Buffer {
  const names = new Set(Array.from(code.matchAll(otherFunction), ([, name]) => name));
  // The text may be part of a comment or a string, and then there is no such function.
  const globals = Array.from(names, (name) => `try{globalThis.${name}=${name}}catch{}`);
  return Buffer.from(`{${globals.join("")}${code}\n}\n`);
}
