import type { PlannedPage } from "../../outputs/site-plan.ts";
import { BuildProblem, type ProblemRecord, problemToRecord } from "../../shared/build-problem.ts";
import { listReachable } from "../../shared/list-reachable.ts";
import { defaultSiteLimits } from "../../shared/site-limits.ts";
import { fillTitles, readPage, type SourcePage } from "../../source/read-page.ts";
import { splitFrontmatter } from "../../source/split-frontmatter.ts";
import { createSetup, type PreviewTask, type TaskOutcome, type TaskResult } from "../render/render-messages.ts";
import type { RenderPool } from "../render/render-pool.ts";
import { describeEnd, taskSource } from "../render-site.ts";
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

/** The limit is lower than in an update, because an author is waiting. */
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
  const { file, url } = replanned.source;
  const faultyLinks = rendered === undefined ? [] : checkPageLinks(preview.links, { file, url, facts: rendered.facts });
  const known = [
    ...page.facts.problems,
    ...found.map(problemToRecord),
    ...problemsOfPlan(page.path, preview),
    ...(failure === undefined ? [] : [failure]),
    ...(rendered?.problems ?? []),
    ...faultyLinks.map(({ fault: { message, hint }, file, line }): ProblemRecord => {
      return { message, hint, severity: "warning", file, line };
    }),
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
 * The page of an API operation keeps its planned title and frontmatter: if the frontmatter changes, a new plan is made.
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
  const replaced = (file: string) => (file === page.path ? page : others.get(file));
  const next = (file: string) => {
    const included = replaced(file)?.facts?.includes ?? project.includes.get(file) ?? [];
    return included.filter((target) => project.snippets.has(target));
  };
  return listReachable(next(page.path), next).map((file) => [
    file,
    replaced(file)?.text ?? project.snippets.get(file) ?? "",
  ]);
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
  // Only the language of the page's own branch is needed.
  const branches = plan.branches.map((branch, number) =>
    number === planned.branch ? { ...branch, sidebar: [], tabs: [], switchers: [], anchors: [] } : undefined,
  );
  const { site, settings, grammars } = plan;
  const base = { folder, cacheFolder, limits: defaultSiteLimits };
  const setup = createSetup(base, { site, settings, grammars, imageSizes, branches });
  const outcomes: TaskOutcome[] = [];
  const onOutcome = (_: unknown, outcome: TaskOutcome) => outcomes.push(outcome);
  await pool.render({ setup, tasks: [task], taskSecondsMax: pageSecondsMax, signal, onOutcome });
  const [outcome] = outcomes;
  if (outcome?.ok) return outcome.result;
  const reason = outcome?.reason ?? "internal";
  if (reason === "internal" || reason === "changed") throw new Error(`a preview failed: ${outcome?.message}`);
  const message = describeEnd(reason, pageSecondsMax);
  return { failure: { message, severity: "error", file: page.path, hint: "remove unusual parts of the page" } };
}

/** The problems that planning found in the page, except in its frontmatter, which may have changed since. */
function problemsOfPlan(path: string, { project }: PreviewPlan): ProblemRecord[] {
  const before = new Set(project.facts.get(path)?.problems.map(({ message }) => message));
  return project.problems.filter(({ file, message }) => file === path && !before.has(message)).map(problemToRecord);
}
