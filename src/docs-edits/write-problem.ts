import { pathProblem } from "../git/tree-path.ts";

// These files control other agents that read the repository, so our agent must not write them.
const instructionFiles = /^(?:agents|claude|gemini|copilot-instructions)\.md$/i;

// Files with these names control programs, even if docs.json refers to them.
const manifests =
  /^(?:package(?:-lock)?|npm-shrinkwrap|composer|bower|deno|jsr|renovate|vercel|now|netlify|firebase|turbo|nx|lerna|biome|rush|project|angular|devcontainer|wrangler|[jt]sconfig.*|appsettings.*|babel.*|.*lint.*)\.json$/i;

/** The files that may be written in addition to pages and docs.json. */
export interface Writable {
  /** The files that the committed docs.json includes with `$ref`. */
  settingsParts: ReadonlySet<string>;
  /** Paths that an admin allows: files, and folders with a trailing slash. */
  openedPaths: readonly string[];
}

const nothingElse: Writable = { settingsParts: new Set(), openedPaths: [] };

/**
 * The reason why the agent may not write a file in the content directory; undefined if it may. Files that aren't
 * documentation, such as workflows, manifests, hooks and attributes, could run code once a pull request is open.
 */
export function writeProblem(path: string, { settingsParts, openedPaths }: Writable = nothingElse): string | undefined {
  const problem = pathProblem(path);
  if (problem !== undefined) {
    return problem;
  }
  if (openedPaths.some((opened) => (opened.endsWith("/") ? path.startsWith(opened) : path === opened))) {
    return undefined;
  }
  const name = path.split("/").at(-1) ?? "";
  if (isHidden(path)) return "is hidden or in node_modules";
  if (instructionFiles.test(name)) {
    return "contains instructions for programs";
  }
  const isPart = settingsParts.has(path) && name.endsWith(".json") && !manifests.test(name);
  return /\.mdx?$/.test(name) || path === "docs.json" || isPart
    ? undefined
    : "isn't documentation; only .mdx and .md files and docs.json can be written";
}

function isHidden(path: string): boolean {
  return path.split("/").some((segment) => segment.startsWith(".") || segment.toLowerCase() === "node_modules");
}
