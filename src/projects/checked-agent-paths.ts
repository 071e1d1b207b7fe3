import { pathProblem, quotePath } from "../git/tree-path.ts";
import { AppError } from "../platform/errors.ts";

const pathsMax = 50;

/** Files, and folders with a slash at their end, that somebody wants to open to the agent. */
export function checkedAgentPaths(list: readonly string[]): string[] {
  const paths = [...new Set(list.map((path) => path.trim()))];
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
