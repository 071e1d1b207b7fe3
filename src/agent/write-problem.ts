import { pathProblem } from "../git/tree-path.ts";

// They steer other programs that read the repository, so no program may write them by itself.
const instructionFiles = /^(?:agents|claude|gemini|copilot-instructions)\.md$/i;

/**
 * Why the agent may not write a file below the content directory; undefined for documentation. Everything else may run
 * code somewhere once a pull request is open: workflows, manifests, hooks, attributes.
 */
export function writeProblem(path: string): string | undefined {
  const problem = pathProblem(path);
  if (problem !== undefined) {
    return problem;
  }
  const segments = path.split("/");
  const name = segments.at(-1) ?? "";
  if (segments.some((segment) => segment.startsWith(".") || segment.toLowerCase() === "node_modules")) {
    return "is in a folder or has a name that is not for documentation";
  }
  if (instructionFiles.test(name)) {
    return "holds instructions for programs";
  }
  return /\.mdx?$/.test(name) || path === "docs.json"
    ? undefined
    : "is no documentation: only .mdx and .md files and docs.json may be written";
}
