import ignore from "ignore";

const always =
  `.git .github .claude .agents .idea .vscode node_modules build dist coverage .cache tmp temp README.md LICENSE.md
CHANGELOG.md CONTRIBUTING.md`.split(/\s+/);
/** Files of Lectern and scripts are served from here, so files of the author may never be. */
const reserved = /^[_.]lectern(?:\/|$)/i;

export interface IgnoreRules {
  /** Paths are relative to the project, with a trailing slash for a folder. */
  ignores(path: string): boolean;
}

/** Files the site ignores: a fixed list, then the author's `.mintignore` in gitignore syntax. */
export function createIgnoreRules(mintignore: string | undefined): IgnoreRules {
  const rules = ignore({ ignorecase: false }).add(always);
  if (mintignore !== undefined) rules.add(mintignore);
  // A rule such as `*.json` is meant for specs and data, not for the settings.
  rules.add("!/docs.json");
  return { ignores: (path) => reserved.test(path) || (ignore.isPathValid(path) && rules.ignores(path)) };
}

/** A hint for an author who references an ignored page or file. */
export function ignoredHint(rules: IgnoreRules, path: string): string | undefined {
  const isOut = [path, `${path}.mdx`, `${path}.md`].some((candidate) => rules.ignores(candidate));
  return isOut ? `the site ignores /${path}; a line such as !/${path} in .mintignore takes it in` : undefined;
}
