import ignore from "ignore";

const always =
  `.git .github .claude .agents .idea .vscode node_modules build dist coverage .cache tmp temp README.md LICENSE.md
CHANGELOG.md CONTRIBUTING.md`.split(/\s+/);
/** Our own files of a site stand there, and scripts may come from there: nothing of an author may, whatever they write. */
const reserved = ["/_lectern", "/.lectern"];

export interface IgnoreRules {
  /** Paths are relative to the project, with a trailing slash for a folder. */
  ignores(path: string): boolean;
}

/** Files that do not exist for the site: the fixed list, then the author's `.mintignore` in gitignore's syntax. */
export function createIgnoreRules(mintignore: string | undefined): IgnoreRules {
  const rules = ignore().add(always);
  if (mintignore !== undefined) rules.add(mintignore);
  // A rule such as `*.json` is meant for specs and data; without its settings there is no site.
  rules.add(["!/docs.json", ...reserved]);
  return { ignores: (path) => ignore.isPathValid(path) && rules.ignores(path) };
}
