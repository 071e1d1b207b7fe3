import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BuildFailure, BuildProblem } from "../shared/build-problem.ts";
import type { SourceCache } from "../shared/cache/source-cache.ts";
import { computeOnce } from "../shared/compute-once.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import { findRoot, readRoots, type SourceRoot } from "../shared/source-roots.ts";
import { listNames } from "../shared/text/shorten.ts";
import { type AuthorScripts, readAuthorScripts } from "./author-scripts.ts";
import { readAuthorStyles } from "./author-styles/read-author-styles.ts";
import { composeSettings, listReferences, type SiteSource } from "./compose-settings.ts";
import { type ConfigReport, createReport } from "./config/config-report.ts";
import { parseConfig } from "./config/parse-config.ts";
import type { SiteConfig } from "./config/site-config.ts";
import { assetType, isSnippetPath } from "./file-types.ts";
import { createIgnoreRules, type IgnoreRules, ignoreFileLengthMax } from "./ignore-rules.ts";
import { isJsonObject, type JsonObject, parseJson } from "./json-value.ts";
import { listFiles, type ProjectFile } from "./list-files.ts";
import { createSettingLocator } from "./locate-setting.ts";
import { readMintJson } from "./read-mint-json.ts";
import { fillTitles, readPage, type SourcePage } from "./read-page.ts";
import { readSkills, type WrittenSkill } from "./read-skills.ts";
import { readSources, type SourceFacts } from "./read-sources.ts";
import { resolveReferences } from "./resolve-references.ts";

export interface SourceAsset extends ProjectFile {
  type: string;
}

/** A project as written by its author, read and validated but not rendered. */
export interface SourceProject {
  folder: string;
  config: SiteConfig;
  /** docs.json with its references resolved; the navigation is read from it. */
  settings: JsonObject;
  pages: SourcePage[];
  /** The texts of files that other files include, by path. Such files are never pages. */
  snippets: Map<string, string>;
  /** The facts about each page and snippet, by path. */
  facts: Map<string, SourceFacts>;
  /** The files each page and snippet may include, by path. */
  includes: Map<string, string[]>;
  assets: SourceAsset[];
  /** Skills that the site publishes for agents. */
  skills: WrittenSkill[];
  /** The author's stylesheets, sanitized. */
  css: string;
  /** The author's scripts that run on every page. */
  authorScripts: Pick<AuthorScripts, "scripts" | "files" | "origins">;
  rules: IgnoreRules;
  /** Files of listed pages that can't be read, which is reported. */
  lost: string[];
  problems: BuildProblem[];
  /** The folders whose files come from other repositories. */
  roots: readonly SourceRoot[];
  /** Adds problems of docs.json to the same list, with the line of the setting. */
  report: ConfigReport;
}

interface ProjectRequest {
  /** A clean checkout. Symbolic links in it are reported and not followed. */
  folder: string;
  /** The files in the folder, if the caller knows them. */
  files?: readonly ProjectFile[] | undefined;
  cache: SourceCache;
  limits: SiteLimits;
  signal: AbortSignal;
  /** Whether scripts of the project run. On by default. */
  withAuthorCode?: boolean | undefined;
  /** The folders whose files come from other repositories; undefined if it isn't known whether there are any. */
  sources?: readonly SiteSource[] | undefined;
  /** Whether snippets are also listed as pages. */
  withSnippetPages?: boolean | undefined;
}

export async function readProject(request: ProjectRequest): Promise<SourceProject> {
  const { folder, cache, limits, signal } = request;
  const mintignore = readText(folder, ".mintignore", ignoreFileLengthMax + 1);
  const ruleRoots = (request.sources ?? []).map(({ path }) => ({ path, rules: rulesOf(folder, path) }));
  const written = withSourceRules(createIgnoreRules(mintignore), ruleRoots);
  const found = await listProject(request, written);
  const readSetting = createSettingReader(folder, found.files, limits);
  const { file: settingsFile, settings: own } = readSettings(found.files, readSetting, limits);
  const composed = compose(own, found.files, readSetting, request);
  const { settings, roots } = composed;
  const isMint = settingsFile === "mint.json";
  const report = createReport(
    isMint || roots.length > 0 ? () => ({ file: settingsFile, line: undefined }) : createSettingLocator(readSetting),
  );
  const { problems } = report;
  if (isMint) problems.push(problemOfMint());
  const config = parseConfig(settings, report);
  problems.push(...composed.problems);
  const rules = withSourceRules(createIgnoreRules(mintignore, settings.navigation), ruleRoots);
  const { files: listed, links } = await addListedPages(request, found, { written, rules }, problems);
  const files = withRootStamps(listed, roots);
  problems.push(...links.slice(0, linksReportedMax).map(problemOfLink));
  const sources = await readSources({ folder, files, cache, limits, signal, roots });
  problems.push(...sources.problems);
  const includes = new Map(
    [...sources.facts].map(([file, facts]) => [file, facts.includes.filter((target) => sources.facts.has(target))]),
  );
  const snippets = readSnippets(folder, sources.facts, limits, roots);
  const pages = [...sources.facts].flatMap(([file, facts]) =>
    snippets.has(file) && !(request.withSnippetPages && /\.mdx?$/.test(file)) && !rules.lists(file)
      ? []
      : [fillTitles(readPage(file, facts), config.variables, problems)],
  );
  const assets = listAssets(files, limits, problems).filter(({ path }) => !isSettingsOf(path, roots));
  const isOwn = ({ path }: { path: string }) => findRoot(path, roots) === undefined;
  const skills = readSkills(folder, files.filter(isOwn), limits, problems);
  const { facts } = sources;
  const imported = new Set([...facts.values()].flatMap(({ imports }) => imports));
  const isAllowed = request.withAuthorCode ?? true;
  // The look of the site is decided by its own repository.
  const look = assets.filter(isOwn);
  const authorScripts = await readAuthorScripts({ folder, assets: look, imported, limits, isAllowed });
  const { css, ...styles } = await readAuthorStyles({ folder, assets: look, limits });
  problems.push(...styles.problems, ...authorScripts.problems);
  const content = { pages, snippets, facts, includes, assets, skills, css, authorScripts };
  const explained = new Set(problems.filter(({ severity }) => severity === "error").map(({ file }) => file));
  const read = new Set(pages.map(({ file }) => file));
  const lost = [...files.map(({ path }) => path), ...links].filter((path) => rules.lists(path) && !read.has(path));
  problems.push(...problemsOfLost(lost.filter((path) => !explained.has(path))));
  return { folder, config, settings, ...content, rules, lost, problems, roots, report };
}

function rulesOf(folder: string, path: string): IgnoreRules {
  return createIgnoreRules(readText(folder, `${path}/.mintignore`, ignoreFileLengthMax + 1));
}

/** The files of a source are ignored by its own rules. */
function withSourceRules(rules: IgnoreRules, roots: readonly { path: string; rules: IgnoreRules }[]): IgnoreRules {
  if (roots.length === 0) return rules;
  const ignores = (path: string) => {
    const root = findRoot(path, roots);
    if (root === undefined || path.length <= root.path.length + 1) return root === undefined && rules.ignores(path);
    const own = path.slice(root.path.length + 1);
    // Instructions and skills for agents belong to the site, and only its own count.
    return !rules.lists(path) && (own.startsWith(".mintlify/") || own === "skill.md" || root.rules.ignores(own));
  };
  return { ...rules, ignores };
}

/** What a file of a source refers to also depends on the names at its root. */
function withRootStamps(files: ProjectFile[], roots: readonly SourceRoot[]): ProjectFile[] {
  const marks = new Map(roots.map((root) => [root, hash("sha256", JSON.stringify(root))]));
  return files.map((file) => {
    const root = findRoot(file.path, roots);
    if (root === undefined || file.stamp === undefined) return file;
    return { ...file, stamp: `${file.stamp}:${marks.get(root)}` };
  });
}

/** The settings of a source are no file of the site. */
function isSettingsOf(path: string, roots: readonly SourceRoot[]): boolean {
  return roots.some((root) => path.startsWith(`${root.path}/.`) || path === `${root.path}/docs.json`);
}

interface ListedProject {
  files: ProjectFile[];
  /** Symbolic links. */
  links: string[];
}

async function listProject({ files: given, ...request }: ProjectRequest, rules: IgnoreRules): Promise<ListedProject> {
  const links: string[] = [];
  const files = await listFiles({ ...request, given, rules, onLink: (path) => links.push(path) });
  return { files, links };
}

/** Lists the files again if the navigation lists pages that the rules, as written, ignore. */
async function addListedPages(
  request: ProjectRequest,
  found: ListedProject,
  { written, rules }: { written: IgnoreRules; rules: IgnoreRules },
  problems: BuildProblem[],
): Promise<ListedProject> {
  const known = new Set(found.files.map(({ path }) => path));
  const isIgnored = (slug: string) => {
    const names = [slug, `${slug}/index`].flatMap((path) => [`${path}.mdx`, `${path}.md`]);
    return !names.some((path) => known.has(path)) && names.some(written.ignores);
  };
  if (![...rules.listed].some(isIgnored)) return found;
  const all = await listProject(request, rules);
  problems.push(...noteExcluded(all.files, written));
  return all;
}

/** Pages that the navigation lists are published even if the author excludes them, which may be an oversight. */
function noteExcluded(files: readonly ProjectFile[], written: IgnoreRules): BuildProblem[] {
  const { ignores } = createIgnoreRules(undefined);
  const excluded = files.map(({ path }) => path).filter((path) => written.ignores(path) && !ignores(path));
  if (excluded.length === 0) return [];
  const [is, it] = excluded.length === 1 ? ["is", "it"] : ["are", "them"];
  const message = `excludes ${listNames(excluded)}, but docs.json lists ${it}, so ${excluded.length === 1 ? "the page" : "the pages"} ${is} published`;
  const hint = `remove ${it} from docs.json if nobody should read ${it}`;
  return [new BuildProblem(message, { severity: "warning", file: ".mintignore", hint })];
}

/** Reports listed pages that have a file, but would be missing on the site without any other error. */
function problemsOfLost(lost: readonly string[]): BuildProblem[] {
  if (lost.length === 0) return [];
  const pages = lost.length === 1 ? "1 page" : `${lost.length} pages`;
  const message = `${pages} of the navigation can't be published: ${listNames(lost)}`;
  const hint = "a page must be a file, not a symbolic link, and can't be in the folder .mintlify";
  return [new BuildProblem(message, { file: "docs.json", hint })];
}

const linksReportedMax = 20;

function problemOfLink(file: string): BuildProblem {
  const hint = "replace it with the file itself";
  return new BuildProblem("is a symbolic link, which is not followed", { severity: "warning", file, hint });
}

type SettingReader = (path: string) => string | undefined;

/** Reads docs.json and the files it references by `$ref`, if they exist and aren't too large. */
function createSettingReader(folder: string, files: ProjectFile[], limits: SiteLimits): SettingReader {
  const sizes = new Map(files.map((file) => [file.path, file.size]));
  // The texts are kept, because a problem may need the line of a setting even after the folder is deleted.
  const texts = new Map<string, string>();
  return (path) => {
    if ((sizes.get(path) ?? 0) > limits.configBytesMax) {
      throw new BuildProblem(`is larger than ${limits.configBytesMax} bytes`, { file: path });
    }
    if (!sizes.has(path)) return undefined;
    return computeOnce(texts, path, () => readFileSync(join(folder, path), "utf8"));
  };
}

interface ReadSettings {
  file: string;
  settings: JsonObject;
}

function readSettings(files: ProjectFile[], readSetting: SettingReader, limits: SiteLimits): ReadSettings {
  const names = new Set(files.map((file) => file.path));
  const file = names.has("docs.json") ? "docs.json" : "mint.json";
  if (!names.has(file)) throw new BuildFailure([missingConfig()]);
  const settings = readSourceSettings(file, readSetting, limits);
  return { file, settings: file === "mint.json" ? readMintJson(settings) : settings };
}

function readSourceSettings(file: string, readSetting: SettingReader, limits: SiteLimits): JsonObject {
  try {
    const settings = resolveReferences(parseJson(readSetting(file) ?? "", file), file, {
      readText: readSetting,
      limits,
    });
    if (!isJsonObject(settings)) throw new BuildProblem("must contain one object: { … }", { file });
    return settings;
  } catch (error) {
    if (error instanceof BuildProblem) throw new BuildFailure([error]);
    throw error;
  }
}

/** The settings with those of the sources. */
function compose(
  own: JsonObject,
  files: readonly ProjectFile[],
  readSetting: SettingReader,
  { sources, limits }: ProjectRequest,
): { settings: JsonObject; roots: SourceRoot[]; problems: BuildProblem[] } {
  if (sources === undefined) {
    const names = listReferences(own.navigation);
    if (names.length === 0) return { settings: own, roots: [], problems: [] };
    const message = `takes pages from ${listNames(names)}, which only the server adds, so they are missing here`;
    const problem = new BuildProblem(message, { severity: "note", file: "docs.json" });
    return { settings: own, roots: [], problems: [problem] };
  }
  const names = new Set(files.map(({ path }) => path));
  const roots = readRoots(sources, files).map((root) => {
    const file = `${root.path}/docs.json`;
    return { ...root, settings: names.has(file) ? readSourceSettings(file, readSetting, limits) : undefined };
  });
  return {
    settings: composeSettings(own, roots),
    roots: roots.map(({ path, names: own }) => ({ path, names: own })),
    problems: [],
  };
}

function missingConfig(): BuildProblem {
  return new BuildProblem("there is no docs.json in the project folder", {
    hint: 'add one with "theme", "name", "colors" and "navigation", or set the folder of the project',
  });
}

function problemOfMint(): BuildProblem {
  const message = "is read as docs.json, because the project has no docs.json";
  const hint = "write a docs.json with `lectern migrate FOLDER`";
  return new BuildProblem(message, { severity: "warning", file: "mint.json", hint });
}

/** Reads the files that pages include. A folder named `components` isn't special: it may contain pages. */
function readSnippets(
  folder: string,
  sources: ReadonlyMap<string, SourceFacts>,
  limits: SiteLimits,
  roots: readonly SourceRoot[],
): Map<string, string> {
  const included = new Set([...sources.values()].flatMap((facts) => facts.imports));
  const snippets = new Map<string, string>();
  for (const file of sources.keys()) {
    if (!included.has(file) && !isSnippetPath(file, roots)) continue;
    snippets.set(file, readText(folder, file, limits.pageBytesMax) ?? "");
  }
  return snippets;
}

function listAssets(files: ProjectFile[], limits: SiteLimits, problems: BuildProblem[]): SourceAsset[] {
  const assets: SourceAsset[] = [];
  for (const { path, size, stamp } of files) {
    const type = assetType(path);
    if (type === undefined || path === "docs.json" || path === "mint.json" || path.startsWith(".")) continue;
    if (size > limits.assetBytesMax) {
      problems.push(
        new BuildProblem(`is ${size} bytes, more than the ${limits.assetBytesMax} allowed, so it is left out`, {
          file: path,
          hint: "make it smaller, or keep it elsewhere and link to it",
        }),
      );
    } else assets.push({ path, type, size, stamp });
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
