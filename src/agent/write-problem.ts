import { pathProblem } from "../git/tree-path.ts";

// They steer other programs that read the repository, so no program may write them by itself.
const instructionFiles = /^(?:agents|claude|gemini|copilot-instructions)\.md$/i;

// Files of this name steer programs, whatever docs.json says of them.
const manifests =
  /^(?:package(?:-lock)?|npm-shrinkwrap|composer|bower|deno|jsr|renovate|vercel|now|netlify|firebase|turbo|nx|lerna|biome|rush|project|angular|devcontainer|wrangler|[jt]sconfig.*|appsettings.*|babel.*|.*lint.*)\.json$/i;

/** What may be written beside pages and docs.json itself. */
export interface Writable {
  /** The files that the committed docs.json takes in by `$ref`: they are its text too. */
  settingsParts: ReadonlySet<string>;
  /** What an admin has opened to the agent: files, and folders with a slash at their end. */
  openedPaths: readonly string[];
}

const nothingElse: Writable = { settingsParts: new Set(), openedPaths: [] };

/**
 * Why the agent may not write a file below the content directory; undefined for documentation. Everything else may run
 * code somewhere once a pull request is open: workflows, manifests, hooks, attributes.
 */
export function writeProblem(path: string, { settingsParts, openedPaths }: Writable = nothingElse): string | undefined {
  const problem = pathProblem(path);
  if (problem !== undefined) {
    return problem;
  }
  if (openedPaths.some((opened) => (opened.endsWith("/") ? path.startsWith(opened) : path === opened))) {
    return undefined;
  }
  const segments = path.split("/");
  const name = segments.at(-1) ?? "";
  if (segments.some((segment) => segment.startsWith(".") || segment.toLowerCase() === "node_modules")) {
    return "is in a folder or has a name that is not for documentation";
  }
  if (instructionFiles.test(name)) {
    return "holds instructions for programs";
  }
  const isPart = settingsParts.has(path) && name.endsWith(".json") && !manifests.test(name);
  return /\.mdx?$/.test(name) || path === "docs.json" || isPart
    ? undefined
    : "is no documentation: only .mdx and .md files and docs.json may be written";
}
