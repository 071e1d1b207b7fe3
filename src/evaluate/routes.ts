import type { Static } from "typebox";
import type { EvaluationQuestion, EvaluationSummary, evaluationOperations } from "../contract/evaluation-operations.ts";
import type { Handlers, Principal } from "../http/call.ts";
import type { ArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import { isoTime, isoTimeOrNull } from "../platform/clock.ts";
import type { Verdict } from "../platform/db/column-types.ts";
import type { EvaluationQuestionRow, EvaluationRow } from "../platform/db/tables.ts";
import { AppError } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import { getProject } from "../projects/get-project.ts";
import type { FindProjectSite } from "../projects/sites/store.ts";
import { findProject } from "../projects/store.ts";
import { enqueueEvaluation } from "../updates/after-publish.ts";
import {
  findEvaluation,
  insertEvaluation,
  isEvaluationQueued,
  listEvaluations,
  listResults,
} from "./evaluation-store.ts";
import { addQuestion, changeQuestion, type Judging, judgeAnswer, questionNotFound } from "./judge-answer.ts";
import { countQuestions, deleteQuestion, listQuestions } from "./question-store.ts";
import { newEvaluation } from "./run-evaluation.ts";
import { compareResults, type Result } from "./score-reply.ts";

export interface EvaluationRouteDeps extends Pick<Services, "clock" | "database" | "queue"> {
  artifacts: ArtifactCache;
  findProjectSite: FindProjectSite;
  /** The display name of a key. */
  nameOf(keyId: string): Promise<string>;
}

type ProjectCall = { principal: Principal; params: { projectId: string } };

const manifestSeconds = 30;
/** An evaluation that has been queued for longer counts as lost. */
const queuedMilliseconds = 3_600_000;

export function evaluationRoutes(deps: EvaluationRouteDeps): Handlers<typeof evaluationOperations> {
  const { database, queue, clock } = deps;
  const projectOf = async ({ principal, params }: ProjectCall) =>
    (await getProject(database.query, principal.organizationId, params.projectId)).id;
  // The error doesn't say whether the project or the question is unknown, so it reveals nothing about other
  // organizations.
  const ownProjectOf = async ({ principal, params }: ProjectCall, notFound: () => AppError) => {
    const project = await findProject(database.query, principal.organizationId, params.projectId);
    if (project === undefined) throw notFound();
    return project.id;
  };
  const artifactOf = async (projectId: string) => (await deps.findProjectSite(projectId))?.base ?? undefined;

  const judging = async (call: ProjectCall, projectId: string): Promise<Judging> => {
    const artifact = await artifactOf(projectId);
    const signal = AbortSignal.timeout(manifestSeconds * 1_000);
    const manifest = artifact && (await deps.artifacts.getManifest(projectId, artifact, signal));
    return {
      clock,
      projectId,
      judgedBy: call.principal.user?.name ?? (await deps.nameOf(call.principal.keyId)),
      hasPage: (path) => (manifest ? manifest.files.has(path === "/" ? "index.html" : `${path.slice(1)}.html`) : false),
    };
  };

  return {
    listEvaluationQuestions: async (call) => ({
      questions: (await listQuestions(database.query, await projectOf(call))).map(presentQuestion),
    }),

    async addEvaluationQuestion(call) {
      const by = await judging(call, await projectOf(call));
      return call.once(async (tx) => presentQuestion(await addQuestion(by, tx, call.body)));
    },

    async judgeAnswer(call) {
      const by = await judging(call, await projectOf(call));
      return call.change(async (tx) => presentQuestion(await judgeAnswer(by, tx, call.body)));
    },

    async changeEvaluationQuestion(call) {
      const by = await judging(call, await ownProjectOf(call, questionNotFound));
      return call.change(async (tx) => presentQuestion(await changeQuestion(by, tx, call.params.id, call.body)));
    },

    async removeEvaluationQuestion(call) {
      const projectId = await ownProjectOf(call, questionNotFound);
      return call.change(async (tx) => {
        if (!(await deleteQuestion(tx, projectId, call.params.id))) throw questionNotFound();
      });
    },

    async runEvaluation(call) {
      const projectId = await projectOf(call);
      const artifact = await artifactOf(projectId);
      return call.change(async (tx) => {
        if (artifact === undefined) {
          throw new AppError("conflict", "Nothing has been published yet; trigger an update first.");
        }
        if ((await countQuestions(tx, projectId)) === 0) {
          throw new AppError("conflict", "There are no questions to ask; judge an answer or add a question first.");
        }
        if (await isEvaluationQueued(tx, projectId, clock.now() - queuedMilliseconds)) {
          throw new AppError("conflict", "An evaluation is already queued; wait until it has ended.");
        }
        const evaluation = newEvaluation(clock, projectId, null);
        await insertEvaluation(tx, evaluation);
        await enqueueEvaluation({ queue }, tx, { projectId, artifact, evaluationId: evaluation.id });
        return presentEvaluation(evaluation);
      });
    },

    listEvaluations: async (call) => ({
      evaluations: (await listEvaluations(database.query, await projectOf(call))).map(presentEvaluation),
    }),

    async getEvaluation(call) {
      const projectId = await ownProjectOf(call, evaluationNotFound);
      const evaluation = await findEvaluation(database.query, projectId, call.params.id);
      if (evaluation === undefined) throw evaluationNotFound();
      const results = (await listResults(database.query, evaluation.id)).map((row) => ({
        questionId: row.questionId,
        question: row.question,
        pages: JSON.parse(row.expected) as string[],
        notInDocs: row.notInDocs === 1,
        result: row.result,
        before: row.resultBefore,
        outcome: row.outcome as NonNullable<Static<typeof EvaluationQuestion>["outcome"]>,
        cited: JSON.parse(row.cited) as string[],
        isSameText: row.isSameText === null ? null : row.isSameText === 1,
        answer: row.answer,
      }));
      return {
        ...presentEvaluation(evaluation),
        results: results.toSorted((one, other) => urgency(one) - urgency(other)),
      };
    },
  };
}

function evaluationNotFound(): AppError {
  return new AppError("not_found", "Evaluation not found.");
}

const urgencies = { wrong: 1, partly: 2, unknown: 3, right: 4 } as const;

/** The sort key of a result. Answers that got worse or unclear come first, then wrong, partly right, unknown and right ones. */
function urgency({ before, result }: { before: Verdict | null; result: Result }): number {
  const change = compareResults(before, result);
  return change === "worse" || change === "unclear" ? 0 : urgencies[result];
}

function presentQuestion(row: EvaluationQuestionRow): Static<typeof EvaluationQuestion> {
  return {
    id: row.id,
    question: row.question,
    earlier: JSON.parse(row.earlier),
    language: row.language,
    version: row.version,
    pages: JSON.parse(row.expected),
    notInDocs: row.notInDocs === 1,
    must: JSON.parse(row.must),
    note: row.note,
    judgment: row.judgment,
    answer: row.answer,
    outcome: row.outcome as Static<typeof EvaluationQuestion>["outcome"],
    cited: JSON.parse(row.cited),
    answerId: row.answerId,
    judgedBy: row.judgedBy,
    updatedAt: isoTime(row.updatedAt),
  };
}

function presentEvaluation(row: EvaluationRow): Static<typeof EvaluationSummary> {
  return {
    id: row.id,
    updateId: row.updateId,
    status: row.status,
    questions: row.questionCount,
    right: row.rightCount,
    partly: row.partlyCount,
    wrong: row.wrongCount,
    unknown: row.unknownCount,
    better: row.betterCount,
    worse: row.worseCount,
    createdAt: isoTime(row.createdAt),
    endedAt: isoTimeOrNull(row.endedAt),
  };
}
