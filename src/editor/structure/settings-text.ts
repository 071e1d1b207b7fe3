import { hash } from "node:crypto";
import { posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { SettingsProblem } from "../../contract/editor-structure-operations.ts";
import type { DocsTree, FileChange } from "../../docs-edits/docs-tree.ts";
import { readSettingsFiles, resolveSettings, type SettingsFiles } from "../../docs-edits/settings-files.ts";
import { AppError } from "../../platform/errors.ts";
import { BuildFailure, BuildProblem, type JsonObject, type JsonValue } from "../../site/project.ts";
import {
  createReport,
  createSettingLocator,
  type LineNode,
  parseConfig,
  readNavigation,
  type SiteConfig,
} from "../../site/reading.ts";
import type { JsonPath } from "./json-text.ts";

/** docs.json and the files it includes, as texts and as values. */
export interface SettingsText {
  files: SettingsFiles;
  /** The settings with every `$ref` resolved. */
  values: JsonObject;
  /** Changes whenever one of the texts changes. */
  revision: string;
}

/** Throws a BuildProblem if docs.json can't be read. */
export async function readSettingsText(tree: Pick<DocsTree, "read">): Promise<SettingsText> {
  const files = await readSettingsFiles(tree);
  return { files, values: resolveSettings(files), revision: revisionOf(files) };
}

/** Throws an AppError if docs.json can't be read, because then people can only edit its text. */
export async function getSettings(tree: Pick<DocsTree, "read">): Promise<SettingsText> {
  const settings = await readOrExplain(tree);
  if (!("problem" in settings)) return settings;
  throw new AppError("conflict", `${explainProblem(settings.problem)}. Fix the file first.`);
}

/** The settings, or the problem that prevents reading them. */
export async function readOrExplain(
  tree: Pick<DocsTree, "read">,
): Promise<SettingsText | { problem: SettingsProblem }> {
  try {
    return await readSettingsText(tree);
  } catch (error) {
    const problem = error instanceof BuildFailure ? error.problems[0] : error;
    if (!(problem instanceof BuildProblem)) throw error;
    return { problem: presentProblem(problem) };
  }
}

export function explainProblem({ file, line, message, setting }: SettingsProblem): string {
  const where = line === undefined ? file : `${file}, line ${line}`;
  return `${where}: ${setting === "" ? "" : `"${setting}" `}${message}`;
}

export function revisionOf(files: Pick<SettingsFiles, "files" | "read">): string {
  const texts = files.files.toSorted().map((path) => `${path}\0${files.read(path)}`);
  return hash("sha256", texts.join("\0")).slice(0, 32);
}

export function checkRevision(current: string, revision: string): void {
  if (current !== revision) {
    throw new AppError("conflict", "docs.json has changed since you opened it. Reload and try again.");
  }
}

/** The place where a value is written: the file, and the keys inside that file. */
interface WrittenPlace {
  file: string;
  path: JsonPath;
  line: number;
}

const hopsMax = 60;

/** Finds the place where a value is written. Follows each `$ref` on the way, including one at the end. */
export function locate({ files }: Pick<SettingsText, "files">, path: JsonPath): WrittenPlace | undefined {
  let here: { file: string; path: (string | number)[]; node: LineNode | undefined } = {
    file: "docs.json",
    path: [],
    node: files.open("docs.json"),
  };
  const follow = () => {
    const file = posix.join(posix.dirname(here.file), here.node?.reference ?? "");
    here = { file, path: [], node: files.open(file) };
  };
  for (const key of path) {
    let child: LineNode | undefined;
    for (let hops = 0; hops < hopsMax && here.node !== undefined; hops += 1) {
      child = typeof key === "number" ? here.node.items?.[key] : here.node.members?.get(key);
      if (child !== undefined || here.node.reference === undefined) break;
      follow();
    }
    if (child === undefined) return undefined;
    here = { file: here.file, path: [...here.path, key], node: child };
  }
  for (let hops = 0; hops < hopsMax && here.node?.reference !== undefined; hops += 1) {
    const target = files.open(posix.join(posix.dirname(here.file), here.node.reference));
    // Keys next to a `$ref` override those of the file, so such an object is edited in place.
    if (target?.items === undefined && (here.node.members?.size ?? 0) > 1) break;
    follow();
  }
  return { file: here.file, path: here.path, line: here.node?.line ?? 1 };
}

const settingOf = /^"([^"]+)" /;

/** The problems that the build finds in the settings and the navigation before it reads pages. */
export function checkSettingsText({ files, values }: SettingsText): {
  config: SiteConfig;
  problems: SettingsProblem[];
} {
  const report = createReport(createSettingLocator(files.read));
  const config = parseConfig(values, report);
  const found: BuildProblem[] = [];
  try {
    readNavigation(values.navigation ?? null, report);
    found.push(...report.failures, ...report.problems);
  } catch (error) {
    if (!(error instanceof BuildFailure)) throw error;
    found.push(...error.problems);
  }
  return { config, problems: found.map(presentProblem) };
}

function presentProblem(problem: BuildProblem): SettingsProblem {
  const setting = settingOf.exec(problem.message)?.[1] ?? "";
  const { hint, line, file = "docs.json" } = problem;
  return {
    severity: problem.severity === "error" ? "error" : "warning",
    setting,
    message: setting === "" ? problem.message : problem.message.slice(setting.length + 3),
    ...(hint === undefined ? {} : { hint }),
    file,
    ...(line === undefined ? {} : { line }),
  };
}

/** The intended result of an edit, as texts and as values. */
export interface SettingsEdit {
  /** The new texts by path. */
  texts: ReadonlyMap<string, string>;
  /**
   * All settings after the edit. Undefined for an edit of a whole file, which may change every place that includes the
   * file.
   */
  values: JsonValue | undefined;
}

/**
 * The files to write. Throws if the resulting texts don't have the intended values, which happens if a file is included
 * in two places, or if the build would report a new problem.
 */
export async function checkEdit(
  before: SettingsText,
  { texts, values }: SettingsEdit,
): Promise<{ after: SettingsText; changes: FileChange[] }> {
  const changes = [...texts].filter(([path, text]) => text !== before.files.read(path));
  for (const [path] of changes) {
    if (!before.files.mayWrite(path))
      throw new AppError("bad_request", `${path} is not a file that can be edited here.`);
  }
  const read = async (path: string) => texts.get(path) ?? before.files.read(path);
  const after = await readSettingsText({ read }).catch((error: unknown) => {
    if (!(error instanceof BuildProblem)) throw error;
    throw new AppError("bad_request", `This would make ${error.file ?? "docs.json"} invalid: it ${error.message}.`);
  });
  if (values !== undefined && !isDeepStrictEqual(after.values, values)) {
    const names = changes.map(([path]) => path).join(" and ");
    throw new AppError("bad_request", `${names} is included in several places; edit it as JSON.`);
  }
  const known = countProblems(checkSettingsText(before).problems);
  for (const problem of checkSettingsText(after).problems) {
    const kind = problemKind(problem);
    const left = known.get(kind) ?? 0;
    if (left === 0) throw refusalOf(problem);
    known.set(kind, left - 1);
  }
  return { after, changes: changes.map(([path, content]) => ({ path, content })) };
}

function refusalOf({ setting, message, hint }: SettingsProblem): AppError {
  const advice = hint === undefined ? "" : ` (${hint})`;
  const details = [{ path: setting, message: `${message}${advice}` }];
  return new AppError("bad_request", `${setting === "" ? "docs.json" : setting} ${message}${advice}.`, { details });
}

function countProblems(problems: readonly SettingsProblem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(problemKind(problem), (counts.get(problemKind(problem)) ?? 0) + 1);
  return counts;
}

/** The message without the number of other places, because that number may change when an element is moved. */
function problemKind({ message }: SettingsProblem): string {
  return message.replace(/ here and in \d+ other places?/, "");
}
