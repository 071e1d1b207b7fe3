import Type from "typebox";
import {
  AnswerJudgment,
  Evaluation,
  EvaluationQuestion,
  EvaluationQuestions,
  EvaluationSummary,
  Evaluations,
  NewEvaluationQuestion,
  QuestionChange,
} from "./evaluation-schemas.ts";
import { id, projectId } from "./ids.ts";
import type { Operation } from "./operation.ts";

const questionId = id("Unique identifier of the question.");

/** The questions that a project measures its answers with. */
export const evaluationOperations = {
  listEvaluationQuestions: {
    method: "GET",
    path: "/v1/project/evaluation/{projectId}/questions",
    summary: "List judged questions",
    about: "Lists the questions that the project's answers are measured with, newest first.",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId }),
    reply: { status: 200, schema: EvaluationQuestions },
  },
  addEvaluationQuestion: {
    method: "POST",
    path: "/v1/project/evaluation/{projectId}/questions",
    summary: "Add a question",
    about: "Adds a question that no reader has asked. Say which pages should answer it, or that none does.",
    key: "admin",
    scope: "write",
    params: Type.Object({ projectId }),
    body: NewEvaluationQuestion,
    reply: { status: 201, schema: EvaluationQuestion },
    creates: true,
  },
  judgeAnswer: {
    method: "POST",
    path: "/v1/project/evaluation/{projectId}/judgments",
    summary: "Judge an answer",
    about:
      "Adds a reader's question to the project's own, with what you think of its answer. Replaces an earlier judgment.",
    key: "admin",
    scope: "write",
    params: Type.Object({ projectId }),
    body: AnswerJudgment,
    reply: { status: 200, schema: EvaluationQuestion },
  },
  changeEvaluationQuestion: {
    method: "POST",
    path: "/v1/project/evaluation/{projectId}/questions/{id}",
    summary: "Change a judged question",
    about: "Changes which pages should answer a question, or judges the latest answer to it.",
    key: "admin",
    scope: "write",
    params: Type.Object({ projectId, id: questionId }),
    body: QuestionChange,
    reply: { status: 200, schema: EvaluationQuestion },
  },
  removeEvaluationQuestion: {
    method: "POST",
    path: "/v1/project/evaluation/{projectId}/questions/{id}/remove",
    summary: "Remove a judged question",
    about: "Also removes its results. The reader's conversation stays.",
    key: "admin",
    scope: "write",
    params: Type.Object({ projectId, id: questionId }),
    reply: { status: 204 },
  },
  runEvaluation: {
    method: "POST",
    path: "/v1/project/evaluation/{projectId}/runs",
    summary: "Start an evaluation",
    about:
      "Asks all judged questions again on the published site. This also happens after each update. Get the evaluation until its `status` is `completed` or `failed`; until then, no other can be started.",
    key: "admin",
    scope: "write",
    params: Type.Object({ projectId }),
    reply: { status: 202, schema: EvaluationSummary },
    hasStates: true,
  },
  listEvaluations: {
    method: "GET",
    path: "/v1/project/evaluation/{projectId}/runs",
    summary: "List evaluations",
    about: "Lists how good the answers were after each update, newest first.",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId }),
    reply: { status: 200, schema: Evaluations },
  },
  getEvaluation: {
    method: "GET",
    path: "/v1/project/evaluation/{projectId}/runs/{id}",
    summary: "Get an evaluation",
    about: "Returns the result of each question, answers that got worse first.",
    key: "admin",
    scope: "read",
    params: Type.Object({ projectId, id: id("Unique identifier of the evaluation.") }),
    reply: { status: 200, schema: Evaluation },
  },
} as const satisfies Record<string, Operation>;
