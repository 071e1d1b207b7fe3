export interface ChangedPage {
  /** The path below the content directory, without the file extension. */
  name: string;
  change: "added" | "changed" | "removed";
  /** The page's path on the site; undefined if the page was removed. */
  path: string | undefined;
}

interface FilesChanged {
  added: readonly string[];
  modified: readonly string[];
  removed: readonly string[];
}

/** The pages among a commit's changed files. Paths start at the root of the repository. */
export function changedPages(files: FilesChanged, directory: string): ChangedPage[] {
  const pagesOf = (paths: readonly string[], change: ChangedPage["change"]) =>
    paths.flatMap((file) => {
      const name = pageName(file, directory);
      return name === undefined ? [] : [{ name, change, path: change === "removed" ? undefined : pagePath(name) }];
    });
  return [
    ...pagesOf(files.added, "added"),
    ...pagesOf(files.modified, "changed"),
    ...pagesOf(files.removed, "removed"),
  ];
}

/** Undefined for files that aren't pages, such as snippets and images. */
function pageName(file: string, directory: string): string | undefined {
  const start = directory === "" ? "" : `${directory}/`;
  const match = /^(.+)\.mdx?$/.exec(file.startsWith(start) ? file.slice(start.length) : "");
  const name = match?.[1];
  return name === undefined || /(?:^|\/)(?:snippets\/|_|README$)/.test(name) ? undefined : name;
}

function pagePath(name: string): string {
  const path = name.replace(/(?:^|\/)index$/, "");
  return `/${path.split("/").map(encodeURIComponent).join("/")}`;
}
