import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BuildFailure, BuildProblem } from "../build-problem.ts";
import type { ConfigReport } from "../config/config-report.ts";
import { parseConfig } from "../config/parse-config.ts";
import type { SiteConfig } from "../config/site-config.ts";
import { scanIncludes } from "../page/resolve-include.ts";
import type { SiteLimits } from "../site-limits.ts";
import { assetType, isPageFile } from "./file-types.ts";
import { createIgnoreRules } from "./ignore-rules.ts";
import { isJsonObject, type JsonObject, parseJson } from "./json-value.ts";
import { listFiles, type ProjectFile } from "./list-files.ts";
import { createSettingLocator } from "./locate-setting.ts";
import { readPage, type SourcePage } from "./read-page.ts";
import { resolveReferences } from "./resolve-references.ts";

export interface SourceAsset {
  path: string;
  type: string;
  size: number;
}

/** A project as the author wrote it, read and checked but not yet rendered. */
export interface SourceProject {
  folder: string;
  config: SiteConfig;
  /** docs.json with its references resolved; navigation reads it. */
  settings: JsonObject;
  pages: SourcePage[];
  /** Files that others include, by path. They are never pages. */
  snippets: Map<string, string>;
  /** What each page and snippet may include, by path. */
  includes: Map<string, string[]>;
  assets: SourceAsset[];
  problems: BuildProblem[];
  /** Adds problems of docs.json to the same list, with the line of the setting. */
  report: ConfigReport;
}

/** Takes a clean checkout: the caller has made sure that it holds no symbolic links. */
export async function readProject(folder: string, limits: SiteLimits, signal: AbortSignal): Promise<SourceProject> {
  const mintignore = readText(folder, ".mintignore", limits.frontmatterBytesMax);
  const files = await listFiles(folder, createIgnoreRules(mintignore), limits, signal);
  const problems: BuildProblem[] = [];
  const readSetting = createSettingReader(folder, files, limits);
  const settings = readSettings(files, readSetting, limits);
  const report: ConfigReport = { problems, locate: createSettingLocator(readSetting) };
  const config = parseConfig(settings, report);
  const texts = await readTexts(folder, files, limits, problems, signal);
  const includes = new Map(
    [...texts].map(([file, text]) => [file, scanIncludes(file, text).filter((target) => texts.has(target))]),
  );
  const snippets = takeSnippets(texts, includes);
  const pages = [...texts].map(([file, source]) => readPage(file, source, limits, problems));
  const assets = listAssets(files, limits, problems);
  return { folder, config, settings, pages, snippets, includes, assets, problems, report };
}

type SettingReader = (path: string) => string | undefined;

/** Reads docs.json and the files it names by `$ref`, if the project has them and they are not too large. */
function createSettingReader(folder: string, files: ProjectFile[], limits: SiteLimits): SettingReader {
  const sizes = new Map(files.map((file) => [file.path, file.size]));
  return (path) => {
    if ((sizes.get(path) ?? 0) > limits.configBytesMax) {
      throw new BuildProblem(`is larger than ${limits.configBytesMax} bytes`, { file: path });
    }
    return sizes.has(path) ? readFileSync(join(folder, path), "utf8") : undefined;
  };
}

function readSettings(files: ProjectFile[], readSetting: SettingReader, limits: SiteLimits): JsonObject {
  const names = new Set(files.map((file) => file.path));
  if (!names.has("docs.json")) throw new BuildFailure([missingConfig(names.has("mint.json"))]);
  try {
    const text = readSetting("docs.json") ?? "";
    const settings = resolveReferences(parseJson(text, "docs.json"), "docs.json", { readText: readSetting, limits });
    if (!isJsonObject(settings)) throw new BuildProblem("must hold one object: { … }", { file: "docs.json" });
    return settings;
  } catch (error) {
    if (error instanceof BuildProblem) throw new BuildFailure([error]);
    throw error;
  }
}

function missingConfig(hasMintJson: boolean): BuildProblem {
  if (hasMintJson) {
    return new BuildProblem("this project is configured by mint.json, the older format, which Lectern does not read", {
      file: "mint.json",
      hint: "run `npx mint@latest upgrade` in the project, check the docs.json it writes, and commit it",
    });
  }
  return new BuildProblem("there is no docs.json in the project folder", {
    hint: 'add one with "theme", "name", "colors" and "navigation", or set the folder of the project',
  });
}

/** All Markdown at once: most of the time here is waiting for the disk. */
async function readTexts(
  folder: string,
  files: ProjectFile[],
  limits: SiteLimits,
  problems: BuildProblem[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const markdown = files.filter((file) => isPageFile(file.path) && !file.path.startsWith(".mintlify/"));
  if (markdown.length > limits.pagesMax) {
    throw new BuildFailure([new BuildProblem(`the project has more than ${limits.pagesMax} pages`)]);
  }
  const texts = new Map<string, string>();
  for (const { path, size } of markdown) {
    if (size > limits.pageBytesMax) {
      problems.push(
        new BuildProblem(`is larger than ${limits.pageBytesMax} bytes and is left out`, {
          file: path,
          hint: "split the page",
        }),
      );
    }
  }
  const readable = markdown.filter((file) => file.size <= limits.pageBytesMax);
  for (let start = 0; start < readable.length; start += readsAtOnce) {
    signal.throwIfAborted();
    const batch = readable.slice(start, start + readsAtOnce);
    const contents = await Promise.all(batch.map((file) => readFile(join(folder, file.path), "utf8")));
    for (const [index, file] of batch.entries()) texts.set(file.path, contents[index] ?? "");
  }
  return texts;
}

const readsAtOnce = 64;

/** Takes what others include out of the texts. A folder named `components` is not special: it may hold pages. */
function takeSnippets(texts: Map<string, string>, includes: ReadonlyMap<string, string[]>): Map<string, string> {
  const included = new Set<string>();
  for (const [file, text] of texts) {
    if ((includes.get(file) ?? []).length === 0) continue;
    for (const target of scanIncludes(file, withoutFences(text))) included.add(target);
  }
  const snippets = new Map<string, string>();
  for (const [file, text] of texts) {
    if (included.has(file) || /^_?snippets\//.test(file)) snippets.set(file, text);
  }
  for (const file of snippets.keys()) texts.delete(file);
  return snippets;
}

/** An import inside a code sample includes nothing, so it must not turn the page it names into a snippet. */
function withoutFences(text: string): string {
  return text.includes("```") ? text.replaceAll(/^([ \t]*)(`{3,})[^\n]*\n[\s\S]*?^[ \t]*\2`*[ \t]*$/gm, "") : text;
}

function listAssets(files: ProjectFile[], limits: SiteLimits, problems: BuildProblem[]): SourceAsset[] {
  const assets: SourceAsset[] = [];
  for (const { path, size } of files) {
    const type = assetType(path);
    if (type === undefined || path === "docs.json" || path === "mint.json" || path.startsWith(".")) continue;
    if (size > limits.assetBytesMax) {
      problems.push(
        new BuildProblem(`is ${size} bytes large, more than the ${limits.assetBytesMax} allowed, and is left out`, {
          file: path,
          hint: "make it smaller, or keep it elsewhere and link to it",
        }),
      );
    } else assets.push({ path, type, size });
  }
  return assets;
}

function readText(folder: string, path: string, bytesMax: number): string | undefined {
  try {
    return readFileSync(join(folder, path), "utf8").slice(0, bytesMax);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
