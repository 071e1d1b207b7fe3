import Type from "typebox";
import { read, write } from "./define-operation.ts";
import { evaluationLimits } from "./evaluation-limits.ts";
import { QuestionOutcome, questionOutcomes } from "./insight-operations.ts";
import { count, dateTime, flag, Nullable, NullableWords, text, texts, Words } from "./schemas.ts";

const verdicts = ["right", "partly", "wrong"] as const;
const { questionCharacters, noteCharacters, pages, pathCharacters, facts, factCharacters } = evaluationLimits;

const judgment = Words(verdicts, "A member's judgment of the answer.");

const truth = {
  pages: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: pathCharacters }), {
      maxItems: pages,
      description:
        "Paths of the pages that should answer, such as `/guides/install`. If the answer is right, this defaults to the first page that it cites.",
    }),
  ),
  notInDocs: Type.Optional(flag("The pages don't answer the question, so the assistant should say so.")),
  must: Type.Optional(
    Type.Array(Type.Array(Type.String({ minLength: 1, maxLength: factCharacters }), { minItems: 1, maxItems: facts }), {
      maxItems: facts,
      description:
        'Facts that the answer must show. Each fact is a list of alternatives, such as `[["npm install", "npm i"]]`.',
    }),
  ),
  note: Type.Optional(text("A note for other members.", { maxLength: noteCharacters })),
};

export const AnswerJudgment = Type.Object({
  answerId: text("ID of the answer's message: the `id` of a listed question.", { minLength: 1, maxLength: 256 }),
  judgment,
  ...truth,
});

export const QuestionChange = Type.Object({
  judgment: Type.Optional(
    Words(verdicts, "Your judgment of the latest answer to the question. That answer replaces the judged one."),
  ),
  ...truth,
});

export const NewEvaluationQuestion = Type.Object({
  question: Type.String({ minLength: 1, maxLength: questionCharacters, pattern: "\\S" }),
  language: Type.Optional(text("Only pages in this language are searched.", { maxLength: 32 })),
  version: Type.Optional(text("Only pages of this version are searched.", { maxLength: 100 })),
  ...truth,
});

export const EvaluationQuestion = Type.Object({
  id: Type.String(),
  question: Type.String(),
  earlier: Type.Array(Type.Object({ role: Words(["user", "assistant"], "Who said it."), text: Type.String() }), {
    description: "The conversation before the question.",
  }),
  language: Nullable(text("Only pages in this language are searched.")),
  version: Nullable(text("Only pages of this version are searched.")),
  pages: texts("Paths of the pages that should answer."),
  notInDocs: flag("Whether the assistant should say that the pages don't answer the question."),
  must: Type.Array(texts("Alternatives."), { description: "Facts that the answer must show." }),
  note: Nullable(text("A note for other members.")),
  judgment: NullableWords(verdicts, "A member's judgment of the answer; `null` if nobody judged one."),
  answer: Nullable(text("The judged answer.")),
  outcome: NullableWords(questionOutcomes, "The outcome of the judged answer."),
  cited: texts("Paths of the pages the judged answer cites."),
  answerId: Nullable(text("ID of the judged answer's message, if a reader got it.")),
  judgedBy: text("Who judged or added the question."),
  updatedAt: dateTime("When the question was last judged or changed."),
});

export const EvaluationQuestions = Type.Object({
  questions: Type.Array(EvaluationQuestion, {
    description: `Newest first; a project can have ${evaluationLimits.questions}.`,
  }),
});

const evaluationFields = {
  id: Type.String(),
  updateId: Nullable(text("Status ID of the update that started it; `null` if a person did.")),
  status: Words(["queued", "completed", "failed"], "`queued` until the evaluation has ended."),
  questions: count("Questions that were asked."),
  right: count("Right answers."),
  partly: count("Partly right answers."),
  wrong: count("Wrong answers."),
  unknown: count(
    "Answers that changed or lost a number, code or name of the answer that was judged right. A member has to judge them again.",
  ),
  better: count("Answers that are better than before."),
  worse: count("Answers that are worse than before."),
  createdAt: dateTime("When it was requested."),
  endedAt: Nullable(dateTime("When it ended.")),
};

export const EvaluationSummary = Type.Object(evaluationFields);

export const Evaluations = Type.Object({
  evaluations: Type.Array(EvaluationSummary, {
    description: `Newest first; the last ${evaluationLimits.evaluationsKept} are kept.`,
  }),
});

const result = Words([...verdicts, "unknown"], "The result.");

export const Evaluation = Type.Object({
  ...evaluationFields,
  results: Type.Array(
    Type.Object({
      questionId: Type.String(),
      question: Type.String(),
      pages: texts("Paths of the pages that should answer."),
      notInDocs: flag("Whether the assistant should say that the pages don't answer the question."),
      result,
      before: NullableWords(verdicts, "The earlier result that this one is compared with."),
      outcome: QuestionOutcome,
      cited: texts("Paths of the pages the answer cites."),
      isSameText: Type.Unsafe<boolean | null>({
        type: ["boolean", "null"],
        description: "Whether the answer is the judged one, word for word; `null` if no answer was judged.",
      }),
      answer: Nullable(text("The answer; kept for the newest evaluation only.")),
    }),
  ),
});

const evaluation = "/v1/project/evaluation/{projectId}";

/** The questions that a project measures its answers with. */
export const evaluationOperations = {
  listEvaluationQuestions: read(`${evaluation}/questions`, "List judged questions", {
    about: "Lists the questions that the project's answers are measured with, newest first.",
    reply: EvaluationQuestions,
  }),
  addEvaluationQuestion: write(`${evaluation}/questions`, "Add a question", {
    about: "Adds a question that no reader has asked. Say which pages should answer it, or that none does.",
    body: NewEvaluationQuestion,
    created: EvaluationQuestion,
    creates: true,
  }),
  judgeAnswer: write(`${evaluation}/judgments`, "Judge an answer", {
    about:
      "Adds a reader's question to the project's own, with your judgment of its answer. Replaces an earlier judgment.",
    body: AnswerJudgment,
    reply: EvaluationQuestion,
  }),
  changeEvaluationQuestion: write(`${evaluation}/questions/{id}`, "Change a judged question", {
    about: "Changes which pages should answer a question, or judges the latest answer to it.",
    body: QuestionChange,
    reply: EvaluationQuestion,
  }),
  removeEvaluationQuestion: write(`${evaluation}/questions/{id}/remove`, "Remove a judged question", {
    about: "Removes the question and its results. The reader's conversation stays.",
  }),
  runEvaluation: write(`${evaluation}/runs`, "Start an evaluation", {
    about:
      "Asks all judged questions again on the published site. This also happens after each update. Poll the evaluation until its `status` is `completed` or `failed`. Until then, no other evaluation can be started.",
    accepted: EvaluationSummary,
    hasStates: true,
    example: { status: "queued" },
  }),
  listEvaluations: read(`${evaluation}/runs`, "List evaluations", {
    about: "Lists how good the answers were after each update, newest first.",
    reply: Evaluations,
  }),
  getEvaluation: read(`${evaluation}/runs/{id}`, "Get an evaluation", {
    about: "Returns the result of each question. Answers that got worse come first.",
    reply: Evaluation,
  }),
};
