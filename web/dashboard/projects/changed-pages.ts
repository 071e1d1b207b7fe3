export interface ChangedPage {
  /** From the content directory, without its ending. */
  name: string;
  change: "added" | "changed" | "removed";
  /** Its path on the site; undefined if the page is gone. */
  path: string | undefined;
}

interface FilesChanged {
  added: readonly string[];
  modified: readonly string[];
  removed: readonly string[];
}

/** The pages among the changed files of a commit. Files are named from the root of the repository. */
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

/** Undefined for what isn't a page of its own: other files and snippets. */
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
