import type { ModelProblem } from "../answer-event.ts";

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
