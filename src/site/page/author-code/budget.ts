import type { SiteLimits } from "../../ground/site-limits.ts";
import type { Budget, Runtime } from "../page-tree.ts";
import { Exhausted } from "./refusal.ts";

export type InterpreterLimits = Pick<
  SiteLimits,
  "interpreterStepsMax" | "interpreterDepthMax" | "interpreterOutputMax" | "interpreterSecondsMax"
>;

const stepsPerClockCheck = 2_000;

export function createBudget(limits: InterpreterLimits): Budget {
  const millisecondsMax = limits.interpreterSecondsMax * 1000;
  const cpuAtStart = cpuMilliseconds();
  let steps = 0;
  let depth = 0;
  let emitted = 0;
  let millisecondsLeft = millisecondsMax;
  let deadline = Number.POSITIVE_INFINITY;
  let nextClockCheck = 0;

  function checkClock(): void {
    const now = performance.now();
    if (now > deadline) {
      // A busy machine must not change what a page shows, so only our own CPU time counts.
      const cpuLeft = millisecondsMax - (cpuMilliseconds() - cpuAtStart);
      if (cpuLeft <= 0) throw tooLong(limits);
      deadline = now + cpuLeft;
    }
    nextClockCheck = steps + stepsPerClockCheck;
  }

  function guard<Result>(work: () => Result): Result {
    const before = depth;
    try {
      return work();
    } catch (error) {
      // The depth limit keeps well below the stack size. Should a stack be smaller, the author gets the same message.
      throw error instanceof RangeError ? tooDeep(limits) : error;
    } finally {
      depth = before;
    }
  }

  return {
    guard,
    spend(count) {
      steps += count;
      if (steps > limits.interpreterStepsMax) {
        throw new Exhausted(`the components of this page take more than ${limits.interpreterStepsMax} steps`);
      }
      if (steps >= nextClockCheck) checkClock();
    },
    enter() {
      depth += 1;
      if (depth > limits.interpreterDepthMax) throw tooDeep(limits);
    },
    leave() {
      depth -= 1;
    },
    run(work) {
      if (deadline !== Number.POSITIVE_INFINITY) return guard(work);
      const start = performance.now();
      deadline = start + millisecondsLeft;
      try {
        return guard(work);
      } finally {
        millisecondsLeft -= performance.now() - start;
        deadline = Number.POSITIVE_INFINITY;
      }
    },
    checkOutput(size) {
      if (size > limits.interpreterOutputMax) throw tooLarge(limits);
    },
    emit(size) {
      emitted += size;
      if (emitted > limits.interpreterOutputMax) throw tooLarge(limits);
    },
  };
}

function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function tooLong(limits: InterpreterLimits): Exhausted {
  return new Exhausted(`the components of this page take more than ${limits.interpreterSecondsMax} seconds`);
}

function tooDeep(limits: InterpreterLimits): Exhausted {
  return new Exhausted(`its code is nested more than ${limits.interpreterDepthMax} deep, or it uses itself`);
}

function tooLarge(limits: InterpreterLimits): Exhausted {
  return new Exhausted(`the components of this page produce more than ${limits.interpreterOutputMax} characters`);
}

const charactersPerStep = 16;
const textLengthMax = 1_000_000;

/** Spends steps for a string that is created or read, in proportion to its length. */
export function spendText({ budget }: Runtime, length: number): void {
  if (length > textLengthMax) throw new Exhausted(`it creates a string of more than ${textLengthMax} characters`);
  budget.spend(1 + Math.floor(length / charactersPerStep));
}

/** Spends the steps before joining, because a few long parts already make a very long string. */
export function joinTexts(parts: readonly string[], separator: string, runtime: Runtime): string {
  runtime.budget.spend(parts.length);
  let length = separator.length * parts.length;
  for (const part of parts) length += part.length;
  spendText(runtime, length);
  return parts.join(separator);
}
