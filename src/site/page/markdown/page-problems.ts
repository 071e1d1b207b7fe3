import { BuildProblem, type ProblemOptions } from "../../shared/build-problem.ts";

/** The problems of one page and its snippets. */
export interface PageProblems {
  /** Reports a message once per file: forty uses of the same unknown component need only one fix. */
  report(message: string, options: ProblemOptions): void;
  list(): BuildProblem[];
}

const problemsMax = 500;

export function createPageProblems(): PageProblems {
  const problems: BuildProblem[] = [];
  const said = new Set<string>();
  return {
    list: () => problems,
    report(message, options) {
      const key = `${options.file}\n${message}`;
      if (said.has(key) || problems.length >= problemsMax) return;
      said.add(key);
      problems.push(new BuildProblem(message, { severity: "warning", ...options }));
    },
  };
}
