import { pathProblem, quotePath } from "../git/tree-path.ts";
import { AppError } from "../platform/errors.ts";

const pathsMax = 50;

/** Files, and folders with a slash at their end, from a list with commas. `none` is none. */
export function checkedAgentPaths(list: string): string[] {
  const paths = list === "none" ? [] : list.split(",").map((path) => path.trim());
  if (paths.length > pathsMax) {
    throw new AppError("bad_request", `At most ${pathsMax} paths can be opened to the agent; name a folder instead.`);
  }
  for (const path of paths) {
    const problem = pathProblem(path.replace(/\/$/, ""));
    if (problem !== undefined) {
      throw new AppError("bad_request", `The agent cannot be let at ${quotePath(path)}, which ${problem}.`);
    }
  }
  return paths;
}
