import { parseDocsPage } from "../../docs-edits/docs-page.ts";
import { AppError } from "../../platform/errors.ts";
import { BuildProblem } from "../../site/project.ts";

/** Throws if a language model has made a page invalid. */
export function checkRewrite({ path, before, after }: { path: string; before: string; after: string }): void {
  try {
    parseDocsPage(path, after);
  } catch (error) {
    if (!(error instanceof BuildProblem)) throw error;
    try {
      parseDocsPage(path, before);
    } catch {
      // The page didn't parse before either, so the model isn't to blame.
      return;
    }
    throw new AppError(
      "conflict",
      `The model's text can't be parsed as MDX: ${error.message} Try again, or ask for a smaller change.`,
    );
  }
}
