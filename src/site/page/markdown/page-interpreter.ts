import { fillVariables } from "../../source/variables.ts";
import { createInterpreter, type Interpreter } from "../author-code/create-interpreter.ts";
import { describeRefusal } from "./expansion.ts";
import type { PageProblems } from "./page-problems.ts";
import type { RenderLimits } from "./render-context.ts";
import type { RenderSettings } from "./render-settings.ts";

/** The interpreter of one page: it shares its bounds among all code of the page and reports into its problems. */
export function createPageInterpreter(
  limits: RenderLimits,
  settings: RenderSettings,
  problems: PageProblems,
): Interpreter {
  return createInterpreter({
    limits,
    fill: (text) => fillVariables(text, settings.variables).text,
    onRefusal(name, place, refusal) {
      const reason = describeRefusal(refusal, place);
      problems.report(`<${name}> cannot be shown: ${reason}`, { ...place, hint: refusal.hint });
    },
    onFirstState(name, place) {
      problems.report(`<${name}> is shown as it is at first, without what it does on a click or later`, {
        ...place,
        hint: "that would need its code to run in the browser, and code of pages is never run",
      });
    },
  });
}
