import type { Command } from "commander";
import { BuildFailure, type BuildProblem, describeProblem, problemToRecord } from "../site/ground/build-problem.ts";
import { CommandProblem } from "./command-problem.ts";
import { withFolderBuild } from "./folder-build.ts";
import { addJsonOption } from "./options.ts";
import { count, type OutputOptions, printJson, printText } from "./output.ts";

type ValidateOptions = OutputOptions & { strict?: boolean; a11y?: boolean };

/** Builds a folder and reports all problems, without writing anything. */
export function defineValidate(command: Command): void {
  addJsonOption(command)
    .argument("<folder>", "Folder with docs.json")
    .option("--strict", "Treat warnings as errors")
    .option("--a11y", "Also report images without alt text and colors with low contrast")
    .action((folder: string, options: ValidateOptions) => validate(folder, options));
}

interface Findings {
  pages: number;
  problems: BuildProblem[];
}

async function validate(folder: string, options: ValidateOptions): Promise<void> {
  const { pages, problems } = await find(folder, options);
  const of = (severity: BuildProblem["severity"]) => problems.filter((problem) => problem.severity === severity).length;
  const [errors, warnings] = [of("error"), of("warning")];
  const isValid = errors === 0 && (!options.strict || warnings === 0);
  const summary = `${count(pages, "page")}, ${count(errors, "error")}, ${count(warnings, "warning")}`;
  if (options.json) {
    printJson({ valid: isValid, pages, errors, warnings, problems: problems.map(problemToRecord) });
  } else {
    for (const problem of problems) {
      printText(`${problem.severity}: ${describeProblem(problem)}`);
    }
    printText(summary);
  }
  if (!isValid) {
    throw new CommandProblem(`The project is not valid: ${summary}.`);
  }
}

/** A project that cannot be built still has problems, of its pages too if those could be read. */
async function find(folder: string, options: ValidateOptions): Promise<Findings> {
  try {
    return await withFolderBuild(folder, options, async ({ pages, problems, accessProblems }) => ({
      pages: pages.length,
      problems: options.a11y ? [...problems, ...accessProblems] : problems,
    }));
  } catch (error) {
    if (error instanceof BuildFailure) {
      return { pages: error.pages, problems: error.problems };
    }
    throw error;
  }
}
