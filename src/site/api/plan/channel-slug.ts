import type { IndexedChannel } from "./list-channels.ts";
import { chosenSlug, slugPart } from "./page-names.ts";

/**
 * Where the page of a channel stands: `directory/tag/title`, or where `x-mint.href` says. Other tools for the format put
 * channels without a tag into `websockets`, and links to such pages shall stay right.
 */
export function channelSlug(channel: IndexedChannel, directory: string): string {
  const { href, ownTitle, name, tag } = channel;
  const chosen = href === undefined ? "" : chosenSlug(href);
  if (chosen !== "") return chosen;
  const last = slugPart(ownTitle ?? readableName(channel)) || slugPart(name) || "channel";
  return [chosenSlug(directory), slugPart(tag ?? untaggedLabel(channel)), last].filter((part) => part !== "").join("/");
}

/** The group of channels that have no tag. */
export function untaggedLabel({ protocols }: IndexedChannel): string {
  return protocols.every((protocol) => /^wss?$/.test(protocol)) ? "WebSockets" : "Channels";
}

/** The name of AsyncAPI 2 is a path, whose parts would run into each other. */
function readableName({ name, version }: IndexedChannel): string {
  return version === 2 ? name.replaceAll(/(?:\{[^{}]*\}|[/.-])+/g, "-") : name;
}
