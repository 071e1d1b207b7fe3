import type { CodeHost, PullRequestLink } from "../code-hosts/code-host.ts";
import { count } from "../contract/count.ts";
import type { Verdict } from "../platform/db/column-types.ts";
import type { Connection } from "../platform/db/database.ts";
import type { EvaluationQuestionRow } from "../platform/db/tables.ts";
import type { RunningJob } from "../platform/queue/handler.ts";
import type { Services } from "../platform/services.ts";
import type { Project } from "../projects/store.ts";
import type { CommitStatus } from "../pull-requests/pull-request.ts";
import { appendLog } from "../updates/log-store.ts";
import { findUpdate } from "../updates/store.ts";
import type { Update } from "../updates/update.ts";
import { askAgain } from "./ask-again.ts";
import { readPrevious } from "./evaluation-store.ts";
import type { Gap } from "./gaps/gap-store.ts";
import { type AskedGaps, askGaps, recordProofs } from "./gaps/prove-gaps.ts";
import { compareResults, type Result } from "./score-reply.ts";
import { toResult } from "./to-result.ts";

export interface PreviewCheckDeps extends Pick<Services, "clock" | "database"> {
  /** Runs work with a project's code host, if the project may write there. Refused reports are logged. */
  withHost(project: Project, signal: AbortSignal, report: (host: CodeHost) => Promise<void>): Promise<void>;
  siteUrl(subdomain: string): string;
  /** Answers got worse on this branch. */
  onWorse(tx: Connection, project: Project, branch: string, report: string): Promise<void>;
}

export interface PreviewResult {
  question: Pick<EvaluationQuestionRow, "question">;
  before: Verdict | null;
  result: Result;
}

/** What a change does to the answers, compared with the published site. */
export interface PreviewCheck {
  results: readonly PreviewResult[];
  gaps: AskedGaps;
  skipped: number;
}

interface PreviewRequest {
  project: Project;
  update: Update;
  questions: readonly EvaluationQuestionRow[];
  gaps: readonly Gap[];
  asking: Parameters<typeof askAgain>[0];
  asked: Parameters<typeof askAgain>[1];
}

const context = "lectern/answers";
const linesMax = 30;
const questionCharactersMax = 200;

/**
 * Asks the preview of a pull request the project's own questions, and those that the change should answer. Nothing is
 * stored but the counts: the project's results are those of its published site.
 */
export async function checkPreview(
  deps: PreviewCheckDeps,
  { project, update, questions, gaps, asking, asked }: PreviewRequest,
  { signal, finish }: Pick<RunningJob, "signal" | "finish">,
): Promise<void> {
  const commit = update.builtSha ?? update.commit?.sha;
  let opened: PullRequestLink | undefined;
  await deps.withHost(project, signal, async (host) => {
    opened = await host.findOpenPullRequest(update.branch, signal);
  });
  const number = opened?.number;
  if (number === undefined || commit === undefined) return;
  const replies = await askAgain(asking, asked);
  const previous = await readPrevious(deps.database.query, project.id);
  const results = questions.flatMap((question, place) => {
    const reply = replies[place];
    if (reply === undefined) return [];
    const { result, resultBefore: before } = toResult("", question, reply, previous);
    return [{ question, before, result }];
  });
  const proved = await askGaps(asking, gaps);
  const gapQuestions = gaps.reduce((sum, gap) => sum + gap.questions.length, 0);
  const skipped = questions.length - results.length + (gapQuestions - proved.asked);
  const check = { results, gaps: proved, skipped };
  const url = deps.siteUrl(update.subdomain);
  await deps.withHost(project, signal, (host) => reportCheck(host, { number, commit, url }, check, signal));
  await finish(async (tx) => {
    await recordProofs(tx, proved, "preview", deps.clock.now());
    if (countOf(check.results, "worse") > 0) {
      await deps.onWorse(tx, project, update.branch, `${describeCheck(check)}${listQuestions(check)}`);
    }
    if ((await findUpdate(tx, update.id)) === undefined) return;
    await appendLog(tx, update.id, [`evaluate-answers: ${describeCheck(check)}`], deps.clock.now());
  });
}

/** Such as `44 of 52 answered, 3 more, none worse`. */
export function describeCheck({ results, gaps, skipped }: PreviewCheck): string {
  const right = results.filter(({ result }) => result === "right").length;
  const gained = results.filter(({ before, result }) => result === "right" && before !== "right").length;
  const more = gained + gaps.answered;
  const worse = countOf(results, "worse");
  const unclear = countOf(results, "unclear");
  return [
    `${right + gaps.answered} of ${results.length + gaps.asked} answered`,
    ...(more === 0 ? [] : [`${more} more`]),
    worse === 0 ? "none worse" : `${worse} worse`,
    ...(unclear === 0 ? [] : [`${unclear} to judge again`]),
    ...(skipped === 0 ? [] : [`${skipped} not asked`]),
  ].join(", ");
}

function countOf(results: readonly PreviewResult[], change: ReturnType<typeof compareResults>): number {
  return results.filter(({ before, result }) => compareResults(before, result) === change).length;
}

/** Sets the check of the commit, and names the questions on the pull request. Repeating it replaces both. */
async function reportCheck(
  host: CodeHost,
  { number, commit, url }: { number: number; commit: string; url: string },
  check: PreviewCheck,
  signal: AbortSignal,
): Promise<void> {
  const description = describeCheck(check);
  const state = countOf(check.results, "worse") === 0 ? "success" : "failure";
  await host.setCommitStatus({ commit, context, state, description, url } satisfies CommitStatus, signal);
  await host.comment({ number, key: "answers", body: `**Answers:** ${description}.${listQuestions(check)}` }, signal);
}

function listQuestions({ results, gaps }: PreviewCheck): string {
  const worse = results.filter(({ before, result }) => compareResults(before, result) === "worse");
  const asked = gaps.gaps.flatMap(({ gap, answered }) =>
    gap.questions.map(
      ({ id, question }) => `${answered.includes(id) ? "answered" : "**not answered**"}: ${quote(question)}`,
    ),
  );
  const parts = [
    ["Questions that this change should answer", asked],
    [
      "Answers that got worse",
      worse.map(({ question, before, result }) => `${before} → ${result}: ${quote(question.question)}`),
    ],
  ] as const;
  return parts.map(([title, lines]) => writeList(title, lines)).join("");
}

function writeList(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const rest = lines.length > linesMax ? [`- ${count(lines.length - linesMax, "more question")}`] : [];
  return `\n\n${title}:\n\n${[...lines.slice(0, linesMax).map((line) => `- ${line}`), ...rest].join("\n")}`;
}

/** Readers write questions, so their text is shown as code: it must not become a link, a mention or a picture. */
function quote(question: string): string {
  const line = question.replaceAll(/\s+/g, " ").replaceAll("`", "'").trim().slice(0, questionCharactersMax);
  return `\`${line}\``;
}
