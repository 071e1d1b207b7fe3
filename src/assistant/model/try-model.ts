import { defineCounter } from "../../platform/measures/measure.ts";
import { type AnswerEvent, type ModelProblem, modelProblems } from "../answer-event.ts";
import type { AnswerModel, AskedModel, ComposeDeps, Composed } from "../answer-parts.ts";

/** The model produced no complete answer. */
export class ModelFailure extends Error {
  /** Whether part of the answer has already been sent. */
  readonly hasSpoken: boolean;
  readonly problem: ModelProblem;

  constructor(problem: ModelProblem, { hasSpoken, cause }: { hasSpoken: boolean; cause?: unknown }) {
    super("The model did not answer.", { cause });
    this.name = "ModelFailure";
    this.hasSpoken = hasSpoken;
    this.problem = problem;
  }
}

const answers = defineCounter(
  "lectern_model_answers_total",
  "Questions for the language model, by outcome: answered, or why the built-in answer was used.",
  { outcome: ["answered", ...modelProblems] },
);

const reasonCharactersMax = 300;

/** Returns the problem if the model failed before writing anything, so that the built-in reply can take over. */
export async function* tryModel(
  { log }: Pick<ComposeDeps, "log">,
  model: AnswerModel,
  asked: AskedModel,
): AsyncGenerator<AnswerEvent, Composed | ModelProblem> {
  try {
    const composed = yield* model.answer(asked);
    countModelAnswer("answered");
    return composed;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    const { problem, hasSpoken, cause } = error;
    countModelAnswer(problem);
    // The whole error would contain the reader's question.
    const reason = cause instanceof Error ? cause.message.slice(0, reasonCharactersMax) : undefined;
    log.warn({ model: model.name, problem, reason }, "the model did not answer");
    if (hasSpoken) throw error;
    return problem;
  }
}

export function countModelAnswer(outcome: "answered" | ModelProblem): void {
  answers.add({ outcome });
}
