import ignore from "ignore";

const always =
  `.git .github .claude .agents .idea .vscode node_modules build dist coverage .cache tmp temp README.md LICENSE.md
CHANGELOG.md CONTRIBUTING.md`.split(/\s+/);
/** Our own files of a site stand there, and scripts may come from there: nothing of an author may, whatever they write. */
const reserved = /^[_.]lectern(?:\/|$)/i;

export interface IgnoreRules {
  /** Paths are relative to the project, with a trailing slash for a folder. */
  ignores(path: string): boolean;
}

/** Files that do not exist for the site: the fixed list, then the author's `.mintignore` in gitignore's syntax. */
export function createIgnoreRules(mintignore: string | undefined): IgnoreRules {
  const rules = ignore({ ignorecase: false }).add(always);
  if (mintignore !== undefined) rules.add(mintignore);
  // A rule such as `*.json` is meant for specs and data; without its settings there is no site.
  rules.add("!/docs.json");
  return { ignores: (path) => reserved.test(path) || (ignore.isPathValid(path) && rules.ignores(path)) };
}

/** What to tell an author who names a page or file that the rules take out. */
export function ignoredHint(rules: IgnoreRules, path: string): string | undefined {
  const isOut = [path, `${path}.mdx`, `${path}.md`].some((candidate) => rules.ignores(candidate));
  return isOut ? `the site ignores /${path}; a line such as !/${path} in .mintignore takes it in` : undefined;
}
