import { type AnswerDeps, compose, type Turns } from "../assistant/answer.ts";
import type { OpenedSite } from "../assistant/open-site.ts";
import { count } from "../contract/count.ts";
import type { Clock } from "../platform/clock.ts";
import type { EvaluationQuestionRow, EvaluationResultRow, EvaluationRow } from "../platform/db/tables.ts";
import { newId } from "../platform/id.ts";
import type { JobHandler, RunningJob } from "../platform/queue/handler.ts";
import type { Services } from "../platform/services.ts";
import { findProjectById, type Project } from "../projects/store.ts";
import { appendLog } from "../updates/log-store.ts";
import { findUpdate } from "../updates/store.ts";
import { type AskReader, askAgain } from "./ask-again.ts";
import { checkPreview, type PreviewCheckDeps } from "./check-preview.ts";
import { describeChanges, describeCounts } from "./describe-evaluation.ts";
import { endEvaluation, findEvaluation, insertEvaluation, readPrevious, storeResults } from "./evaluation-store.ts";
import { listGaps } from "./gaps/gap-store.ts";
import { askGaps, recordProofs } from "./gaps/prove-gaps.ts";
import { listQuestions } from "./question-store.ts";
import { compareResults } from "./score-reply.ts";
import { toResult } from "./to-result.ts";

export interface EvaluationDeps extends PreviewCheckDeps, Pick<Services, "log"> {
  /** Opens the published site of a project whose artifact has this digest. */
  openSite(project: Project, artifact: string): Promise<OpenedSite>;
  findModel: AnswerDeps["findModel"];
  reserve: Turns["reserve"];
  prices: AnswerDeps["prices"];
}

/** A model's answers take seconds, so several are asked for at the same time. */
const withModel = { secondsMax: 600, atOnce: 4 };
/** Evaluations are limited to the share of the budget that one address may use. */
const evaluationAddress = "evaluation";

/** Runs evaluations. They are separate jobs after publishing, so that they neither delay nor fail an update. */
export function evaluationHandler(deps: EvaluationDeps): JobHandler {
  return {
    attemptsMax: 3,
    run: (job) => runEvaluation(deps, job),
    async giveUp(tx, { payload }) {
      const evaluation = await findEvaluation(tx, String(payload.projectId), String(payload.evaluationId ?? ""));
      if (evaluation !== undefined) {
        await endEvaluation(tx, evaluation.id, { status: "failed", endedAt: deps.clock.now() });
      }
    },
  };
}

/** An evaluation that hasn't started yet. */
export function newEvaluation(clock: Clock, projectId: string, updateId: string | null): EvaluationRow {
  return {
    id: newId("evl", clock),
    projectId,
    updateId,
    status: "queued",
    questionCount: 0,
    rightCount: 0,
    partlyCount: 0,
    wrongCount: 0,
    unknownCount: 0,
    betterCount: 0,
    worseCount: 0,
    createdAt: clock.now(),
    endedAt: null,
  };
}

async function runEvaluation(deps: EvaluationDeps, { payload, signal, finish }: RunningJob): Promise<void> {
  const { database, clock, log } = deps;
  const projectId = String(payload.projectId);
  const updateId = payload.updateId === undefined ? null : String(payload.updateId);
  const project = await findProjectById(database.query, projectId);
  const questions = project === undefined ? [] : await listQuestions(database.query, projectId);
  const update = updateId === null ? undefined : await findUpdate(database.query, updateId);
  const isOfPreview = project !== undefined && update !== undefined && update.branch !== project.branch;
  const branch = isOfPreview ? { branch: update.branch } : {};
  const gaps = updateId === null ? [] : await listGaps(database.query, projectId, branch);
  const isNothing = questions.length === 0 && gaps.length === 0 && payload.evaluationId === undefined;
  if (project === undefined || isNothing) return;
  const began = performance.now();
  const site = await deps.openSite(project, String(payload.artifact));
  const asked = questions.map((row) => ({ ...row, earlier: JSON.parse(row.earlier) }));
  const model = await deps.findModel(project.model);
  const composing = { log, prices: deps.prices, turns: { reserve: deps.reserve } };
  const ask: AskReader = ({ question, history }, until) =>
    compose(
      composing,
      { site, address: evaluationAddress, signal: until },
      question,
      { thread: { id: newId("evl", clock) }, history },
      model,
    );
  const asking = { ask, signal, ...(model !== undefined && withModel) };
  if (isOfPreview) return checkPreview(deps, { project, update, questions, gaps, asking, asked }, { signal, finish });
  const replies = await askAgain(asking, asked);
  const proved = await askGaps(asking, gaps);
  const milliseconds = Math.round(performance.now() - began);
  await finish(async (tx) => {
    await recordProofs(tx, proved, "published", clock.now());
    if (questions.length === 0 && payload.evaluationId === undefined) return;
    const queued = await findEvaluation(tx, projectId, String(payload.evaluationId ?? ""));
    const evaluation = queued ?? newEvaluation(clock, projectId, updateId);
    if (queued === undefined) await insertEvaluation(tx, evaluation);
    const previous = await readPrevious(tx, projectId);
    const kept = new Map((await listQuestions(tx, projectId)).map((row) => [row.id, row]));
    const results = replies.flatMap((reply, index) => {
      if (reply === undefined) return [];
      // Use the current version of the question, because it may have been removed or judged in the meantime.
      const question = kept.get(questions[index]?.id ?? "");
      return question === undefined ? [] : [{ question, row: toResult(evaluation.id, question, reply, previous) }];
    });
    await storeResults(
      tx,
      projectId,
      evaluation.id,
      results.map(({ row }) => row),
    );
    const number = (result: EvaluationResultRow["result"]) => results.filter(({ row }) => row.result === result).length;
    const [right, partly, wrong, unknown] = [number("right"), number("partly"), number("wrong"), number("unknown")];
    const changed = (change: "better" | "worse" | "unclear") =>
      results.filter(({ row }) => compareResults(row.resultBefore, row.result) === change);
    const worse = changed("worse");
    await endEvaluation(tx, evaluation.id, {
      status: "completed",
      endedAt: clock.now(),
      questionCount: results.length,
      rightCount: right,
      partlyCount: partly,
      wrongCount: wrong,
      unknownCount: unknown,
      betterCount: changed("better").length,
      worseCount: worse.length,
    });
    if (updateId === null || (await findUpdate(tx, updateId)) === undefined) return;
    const skipped = replies.filter((reply) => reply === undefined).length;
    const unclear = changed("unclear");
    const lines = [
      `${describeCounts({ right, partly, wrong, unknown, worse: worse.length })} (${milliseconds} ms)`,
      ...(skipped === 0
        ? []
        : [
            `${count(skipped, "question")} skipped: the time or the budget for evaluations was used up, or the AI failed`,
          ]),
      ...describeChanges(
        "worse",
        worse.map(({ question, row }) => toChange(question, row)),
      ),
      ...describeChanges(
        "judge again",
        unclear.map(({ question, row }) => toChange(question, row)),
      ),
    ];
    await appendLog(
      tx,
      updateId,
      lines.map((line) => `evaluate-answers: ${line}`),
      clock.now(),
    );
  });
}

function toChange(question: EvaluationQuestionRow, row: EvaluationResultRow) {
  return {
    question: question.question,
    before: row.resultBefore ?? "right",
    after: row.result,
    expected: JSON.parse(question.expected),
    notInDocs: question.notInDocs === 1,
    outcome: row.outcome,
    cited: JSON.parse(row.cited),
  };
}
