import { BuildProblem, type ProblemOptions } from "../../shared/build-problem.ts";

export type PageProblems = ReturnType<typeof createPageProblems>;

const problemsMax = 500;

/** The problems of one page and its snippets. */
export function createPageProblems() {
  const problems: BuildProblem[] = [];
  const said = new Set<string>();
  return {
    list: () => problems,
    /** Reports a message once per file: forty uses of the same unknown component need only one fix. */
    report(message: string, options: ProblemOptions): void {
      const key = `${options.file}\n${message}`;
      if (said.has(key) || problems.length >= problemsMax) return;
      said.add(key);
      problems.push(new BuildProblem(message, { severity: "warning", ...options }));
    },
  };
}
