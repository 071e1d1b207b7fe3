import { BuildProblem } from "../build-problem.ts";
import { createInterpreter, type Interpreter } from "../interpreter/create-interpreter.ts";
import { describeRefusal } from "./expansion.ts";
import type { RenderLimits } from "./render-context.ts";
import type { RenderSettings } from "./render-settings.ts";
import { fillVariables } from "./variables.ts";

/** The interpreter of one page: it shares its bounds among all code of the page and reports into its problems. */
export function createPageInterpreter(
  limits: RenderLimits,
  settings: RenderSettings,
  problems: BuildProblem[],
): Interpreter {
  return createInterpreter({
    limits,
    fill: (text) => fillVariables(text, settings.variables).text,
    onRefusal(name, place, refusal) {
      const reason = describeRefusal(refusal, place);
      const message = `<${name}> cannot be shown: ${reason}`;
      if (problems.some((problem) => problem.message === message && problem.file === place.file)) return;
      problems.push(new BuildProblem(message, { severity: "warning", ...place, hint: refusal.hint }));
    },
  });
}
