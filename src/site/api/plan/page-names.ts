import type { IndexedOperation } from "./list-operations.ts";

export const defaultDirectory = "api-reference";

const partBytesMax = 180;

/** Where the page of an operation stands: `directory/tag/summary`, or where `x-mint.href` says. */
export function operationSlug(operation: IndexedOperation, directory: string): string {
  const { method, path, tag, summary, href, kind } = operation;
  const chosen = href === undefined ? "" : chosenSlug(href);
  if (chosen !== "") return chosen;
  const name = slugPart(summary) || (kind === "webhook" ? slugPart(path) : `${method}-${slugPart(path)}`) || method;
  return [chosenSlug(directory), slugPart(tag), name].filter((part) => part !== "").join("/");
}

/**
 * As other tools for the format make file names, so that links to generated pages stay right: `Get a user's (new) key.`
 * gives `get-a-users-new-key`. Signs that would mean something in an address go as well.
 */
export function slugPart(words: string | undefined): string {
  const name = (words ?? "")
    .replaceAll(" ", "-")
    .replaceAll(/\{.*?\}/g, "-")
    .replace(/^-/, "")
    .replace(/-$/, "")
    .replaceAll(/[{}(),.'\n/]/g, "")
    .replaceAll("--", "-")
    .toLowerCase();
  return cutBytes(name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\\?#%"<>|*^`:]/gu, ""));
}

/** A path that an author chose, without ways out of the site and into the folders of our own files. */
export function chosenSlug(path: string): string {
  return path
    .split("/")
    .map((part) =>
      cutBytes(
        part
          .replaceAll(/[\p{Cc}\\?#%"<>|*^`]/gu, "")
          .trim()
          .replaceAll(/\s+/g, "-"),
      ),
    )
    .filter((part) => part !== "" && !part.startsWith(".") && part !== "_lectern")
    .join("/");
}

/** Names of files are bounded in bytes. */
function cutBytes(text: string): string {
  let cut = text;
  while (Buffer.byteLength(cut) > partBytesMax) cut = cut.slice(0, -1);
  return cut.isWellFormed() ? cut : cut.toWellFormed().replaceAll("\uFFFD", "");
}
