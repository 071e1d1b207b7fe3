import { generate, type StyleSheet } from "css-tree";
import { BuildProblem } from "../../ground/build-problem.ts";
import type { CssFiles } from "./check-css-url.ts";
import { cleanList } from "./clean-rules.ts";
import { createCleaning, HopelessCss, parseCss } from "./css-cleaning.ts";

export interface SanitisedCss {
  css: string;
  problems: BuildProblem[];
}

/**
 * The rules of an author's stylesheet that load nothing from elsewhere and run nothing. It is read as a tree and written
 * anew, so what the parser did not understand is not in it.
 */
export function sanitiseCss(text: string, files: CssFiles): SanitisedCss {
  const cleaning = createCleaning(files);
  try {
    const sheet = parseCss(text, cleaning) as StyleSheet;
    cleanList(sheet.children, cleaning, 0);
    return { css: generate(sheet), problems: cleaning.problems };
  } catch (error) {
    const message = refusalOf(error);
    if (message === undefined) throw error;
    const problem = new BuildProblem(message, { severity: "warning", file: files.file });
    return { css: "", problems: [...cleaning.problems, problem] };
  }
}

function refusalOf(error: unknown): string | undefined {
  if (error instanceof HopelessCss) return error.message;
  return error instanceof RangeError ? "is nested too deep, so none of its rules are used" : undefined;
}
