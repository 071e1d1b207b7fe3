import type { IndexedChannel, IndexedOperation } from "./list-targets.ts";

export const defaultDirectory = "api-reference";
export const graphqlDirectory = "graphql-reference";

const partBytesMax = 180;
const namedLengthMax = 1_000;

/** The address of an operation's page: `directory/tag/summary`, or `x-mint.href`. */
export function operationSlug(operation: IndexedOperation, directory: string): string {
  const { method, path, tag, summary, href, kind } = operation;
  const name = slugPart(summary) || (kind === "webhook" ? slugPart(path) : `${method}-${slugPart(path)}`) || method;
  return pageSlug(href, directory, tag, name);
}

/**
 * The address of a channel's page: `directory/tag/title`, or `x-mint.href`. Untagged channels
 * are in `websockets`, as in other tools, so that links to their pages keep working.
 */
export function channelSlug(channel: IndexedChannel, directory: string): string {
  const { href, ownTitle, name, version, tag } = channel;
  // In AsyncAPI 2 the name is a path. Its separators become hyphens, so that its parts don't run together.
  const readable = version === 2 ? name.replaceAll(/(?:\{[^{}]*\}|[/.-])+/g, "-") : name;
  const last = slugPart(ownTitle ?? readable) || slugPart(name) || "channel";
  return pageSlug(href, directory, tag ?? untaggedLabel(channel), last);
}

function pageSlug(href: string | undefined, directory: string, tag: string | undefined, name: string): string {
  const chosen = href === undefined ? "" : chosenSlug(href);
  return chosen || [chosenSlug(directory), slugPart(tag), name].filter((part) => part !== "").join("/");
}

/** The navigation group of channels without a tag. */
export function untaggedLabel({ protocols }: IndexedChannel): string {
  return protocols.every((protocol) => /^wss?$/.test(protocol)) ? "WebSockets" : "Channels";
}

/**
 * Matches the file names of other tools, so that links to generated pages keep working: `Get a user's (new) key.`
 * becomes `get-a-users-new-key`. Characters with a meaning in addresses are removed as well.
 */
function slugPart(text: string | undefined): string {
  const name = (text ?? "")
    .slice(0, namedLengthMax)
    .replaceAll(" ", "-")
    .replaceAll(/\{.*?\}/g, "-")
    .replace(/^-/, "")
    .replace(/-$/, "")
    .replaceAll(/[{}(),.'\n/]/g, "")
    .replaceAll("--", "-")
    .toLowerCase();
  return cutBytes(name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\\?#%"<>|*^`:]/gu, ""));
}

/** A path that the author chose. The result is always inside the site and never in a folder of Lectern's own files. */
export function chosenSlug(path: string): string {
  return path
    .split("/")
    .map((part) => part.replaceAll(/[\p{Cc}\\?#%"<>|*^`]/gu, "").trim())
    .map((part) => cutBytes(part.replaceAll(/\s+/g, "-")))
    .filter((part) => part !== "" && !part.startsWith(".") && part !== "_lectern")
    .join("/");
}

/** Shortens a name, because the length of file names is limited in bytes. */
function cutBytes(text: string): string {
  let cut = text.slice(0, partBytesMax);
  while (Buffer.byteLength(cut) > partBytesMax) cut = cut.slice(0, -1);
  return cut.isWellFormed() ? cut : cut.toWellFormed().replaceAll("\uFFFD", "");
}
