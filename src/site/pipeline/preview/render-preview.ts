import { randomUUID } from "node:crypto";
import type { PlannedPage } from "../../outputs/site-plan.ts";
import { BuildProblem, type ProblemRecord, problemFromRecord, problemToRecord } from "../../shared/build-problem.ts";
import { defaultSiteLimits } from "../../shared/site-limits.ts";
import { fillTitles, readPage, type SourcePage } from "../../source/read-page.ts";
import { splitFrontmatter } from "../../source/split-frontmatter.ts";
import type { PreviewTask, RenderSetup, TaskOutcome, TaskResult } from "../render/render-messages.ts";
import type { RenderPool } from "../render/render-pool.ts";
import { taskSource } from "../render-site.ts";
import type { PreviewPlan, ReplacedText } from "./plan-preview.ts";
import { checkPageLinks } from "./preview-links.ts";
import { describeForWriter, type WriterProblem } from "./preview-problems.ts";

export interface PreviewRequest {
  page: ReplacedText;
  /** Other texts that replace files of the project, by path. */
  others: ReadonlyMap<string, ReplacedText>;
  /** The URLs of files that the published site may not have, by path. */
  fileUrls: ReadonlyMap<string, string>;
  signal: AbortSignal;
}

export interface PagePreview {
  /** The article element; undefined if the page can't be rendered for the reasons in `problems`. */
  html: string | undefined;
  /** The styles that only this page has. */
  stylesheet: string;
  title: string;
  problems: WriterProblem[];
}

/** Less than in an update, because an author is waiting. */
const pageSecondsMax = 4;
const problemsMax = 100;

/** Renders one page with changed texts. The result isn't cached. */
export async function renderPreview(
  pool: RenderPool,
  preview: PreviewPlan,
  request: PreviewRequest,
): Promise<PagePreview> {
  const { page, others } = request;
  const planned = preview.pages.get(page.path);
  if (planned === undefined || page.facts === undefined) return notOnSite(page);
  const found: BuildProblem[] = [];
  const source = { ...sourceOf(planned, page, preview, found), snippets: snippetsOf(page, others, preview) };
  const replanned = preview.plan.replan(planned, source, undefined);
  const { preview: rendered, failure } = await runTask(pool, preview, request, replanned);
  const known = [
    ...page.facts.problems,
    ...found.map(problemToRecord),
    ...problemsOfPlan(page.path, preview),
    ...(failure === undefined ? [] : [failure]),
    ...(rendered?.problems ?? []),
    ...(rendered === undefined ? [] : linkProblems(preview, replanned.source, rendered.facts)),
  ];
  return {
    html: rendered?.html,
    stylesheet: rendered?.stylesheet ?? "",
    title: source.title,
    problems: describeForWriter(known, page).slice(0, problemsMax),
  };
}

function notOnSite({ path, text, facts }: ReplacedText): PagePreview {
  const message = "this file isn't a page of the site, so there is nothing to show";
  const problem = problemToRecord(new BuildProblem(message, { severity: "warning", file: path }));
  const problems = describeForWriter([...(facts?.problems ?? []), problem], { path, text });
  return { html: undefined, stylesheet: "", title: path, problems };
}

/**
 * The page of an API operation keeps its planned title and frontmatter: a changed frontmatter leads to another plan.
 */
function sourceOf(
  { source: planned }: PlannedPage,
  { path, text, facts }: ReplacedText,
  { project }: PreviewPlan,
  problems: BuildProblem[],
): SourcePage {
  const { body } = splitFrontmatter(text);
  if (facts === undefined) return { ...planned, body };
  const { bodyHash, firstLine, heading } = facts;
  if (planned.api !== undefined) return { ...planned, body, bodyHash, firstLine, heading };
  return { ...fillTitles(readPage(path, facts), project.config.variables, problems), body };
}

/** The current snippets of the page, direct or indirect, in path order. */
function snippetsOf(
  page: ReplacedText,
  others: ReadonlyMap<string, ReplacedText>,
  { project }: PreviewPlan,
): [string, string][] {
  const includesOf = (file: string) =>
    (file === page.path ? page : others.get(file))?.facts?.includes ?? project.includes.get(file) ?? [];
  const found = new Map<string, string>();
  const waiting = [...includesOf(page.path)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const text = (file === page.path ? page : others.get(file))?.text ?? project.snippets.get(file);
    if (found.has(file) || !project.snippets.has(file) || text === undefined) continue;
    found.set(file, text);
    waiting.push(...includesOf(file));
  }
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

async function runTask(
  pool: RenderPool,
  { plan, folder, cacheFolder, imageSizes, siteUrl }: PreviewPlan,
  { page, fileUrls, signal }: PreviewRequest,
  planned: PlannedPage,
): Promise<TaskResult> {
  const { body = "" } = planned.source;
  const task: PreviewTask = {
    kind: "preview",
    name: page.path,
    fileKey: planned.fileKey,
    source: { ...taskSource(planned.source), marksSource: { before: page.text.length - body.length } },
    snippets: planned.snippets,
    page: planned.frame,
    branch: planned.branch,
    siteUrl,
    fileUrls,
  };
  const setup: RenderSetup = {
    id: randomUUID(),
    folder,
    cacheFolder,
    site: plan.site,
    // Only the language of the page's own branch is needed.
    branches: plan.branches.map((branch, number) =>
      number === planned.branch ? { ...branch, sidebar: [], tabs: [], switchers: [], anchors: [] } : undefined,
    ),
    limits: defaultSiteLimits,
    settings: plan.settings,
    imageSizes,
    grammars: plan.grammars,
  };
  const outcomes: TaskOutcome[] = [];
  const onOutcome = (_: unknown, outcome: TaskOutcome) => outcomes.push(outcome);
  await pool.render({ setup, tasks: [task], taskSecondsMax: pageSecondsMax, signal, onOutcome });
  const [outcome] = outcomes;
  if (outcome?.ok) return outcome.result;
  const reason = outcome?.reason ?? "internal";
  if (reason === "internal" || reason === "changed") throw new Error(`a preview failed: ${outcome?.message}`);
  const message =
    reason === "timeout"
      ? `rendering took more than ${pageSecondsMax} seconds of processor time and was stopped`
      : "rendering used too much memory or broke the parser";
  return { failure: { message, severity: "error", file: page.path, hint: "remove unusual parts of the page" } };
}

/** The problems of the page in the plan, except those of its frontmatter, which may have changed since. */
function problemsOfPlan(path: string, { project }: PreviewPlan): ProblemRecord[] {
  const before = new Set(project.facts.get(path)?.problems.map(({ message }) => message));
  return project.problems.filter(({ file, message }) => file === path && !before.has(message)).map(problemToRecord);
}

function linkProblems(
  { links }: PreviewPlan,
  { file, url }: SourcePage,
  facts: Parameters<typeof checkPageLinks>[1]["facts"],
): ProblemRecord[] {
  return checkPageLinks(links, { file, url, facts }).map(({ fault: { message, hint }, file: inFile, line }) =>
    problemToRecord(problemFromRecord({ message, hint, severity: "warning", file: inFile, line })),
  );
}
