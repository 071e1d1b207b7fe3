import type { Command } from "commander";
import { count } from "../contract/count.ts";
import { BuildFailure, type BuildProblem, problemLines, problemToRecord } from "../site/project.ts";
import { withFolderBuild } from "./folder-build.ts";
import { addJsonOption } from "./options.ts";
import { CommandProblem, type OutputOptions, printJson, printText } from "./output.ts";

type ValidateOptions = OutputOptions & { strict?: boolean; a11y?: boolean };

/** Builds a folder and reports all problems, without writing anything. */
export function defineValidate(command: Command): void {
  addJsonOption(command)
    .argument("[folder]", "Folder with docs.json", ".")
    .option("--strict", "Treat warnings as errors")
    .option("--a11y", "Also report images without alt text and colors with low contrast")
    .action((folder: string, options: ValidateOptions) => validate(folder, options));
}

interface Findings {
  pages: number;
  problems: BuildProblem[];
  /** How many of the problems are broken links, anchors and missing files. */
  brokenLinks: number;
}

async function validate(folder: string, options: ValidateOptions): Promise<void> {
  const { pages, problems, brokenLinks } = await findProblems(folder, options);
  const of = (severity: BuildProblem["severity"]) => problems.filter((problem) => problem.severity === severity).length;
  const [errors, warnings] = [of("error"), of("warning")];
  // A reader who follows a broken link is lost, so broken links fail this command even without --strict, as they fail
  // the command broken-links.
  const isValid = errors === 0 && brokenLinks === 0 && (!options.strict || warnings === 0);
  const ofThem = brokenLinks === 0 ? "" : ` (${count(brokenLinks, "broken link")})`;
  const summary = `${count(pages, "page")}, ${count(errors, "error")}, ${count(warnings, "warning")}${ofThem}`;
  if (options.json) {
    printJson({ valid: isValid, pages, errors, warnings, brokenLinks, problems: problems.map(problemToRecord) });
  } else {
    const lines = problemLines(problems);
    for (const line of lines) printText(line);
    printText(summary);
    if (lines.length < problems.length) printText("Problems with the same cause are one line; --json lists each.");
    if (isValid && warnings > 0) printText("These warnings don't fail this command; use --strict if they should.");
  }
  if (!isValid) {
    throw new CommandProblem(`The project is not valid: ${summary}.`);
  }
}

/** Finds the problems even if the project cannot be built, including those of pages that could be read. */
async function findProblems(folder: string, options: ValidateOptions): Promise<Findings> {
  try {
    return await withFolderBuild(folder, options, async ({ pages, problems, brokenLinks, accessProblems }) => ({
      pages: pages.length,
      problems: options.a11y ? [...problems, ...accessProblems] : problems,
      brokenLinks: brokenLinks.length,
    }));
  } catch (error) {
    const cause = error instanceof CommandProblem ? error.cause : undefined;
    if (!(cause instanceof BuildFailure)) throw error;
    return { pages: cause.pages, problems: cause.problems, brokenLinks: 0 };
  }
}
