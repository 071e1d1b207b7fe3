import { hash } from "node:crypto";
import type { JsonObject } from "../../source/json-value.ts";
import type { AsyncVersion } from "../read/async-version.ts";
import { channelExcerpt } from "../read/channel-excerpt.ts";
import { channelLimits } from "../read/channel-limits.ts";
import type { ChannelReader } from "../read/channel-reader.ts";
import { objectOf, own, textOf } from "../read/spec-document.ts";
import { tagNames } from "../view/channel-parts.ts";
import type { ChannelView } from "../view/channel-view.ts";
import { viewChannel } from "../view/view-channel.ts";
import { channelTitle } from "./channel-title.ts";

/** What the planner of a site needs to know of a channel. */
export interface IndexedChannel {
  version: AsyncVersion;
  name: string;
  address: string | undefined;
  title: string;
  /** The title that the author gives it, which makes its address. */
  ownTitle: string | undefined;
  description: string | undefined;
  tag: string | undefined;
  deprecated: boolean;
  /** It has a page, but no entry in the navigation. */
  hidden: boolean;
  excluded: boolean;
  href: string | undefined;
  metadata: JsonObject;
  /** Of its servers. */
  protocols: string[];
  /** Of everything its page shows, to readers and to machines. */
  hash: string;
}

const descriptionLengthMax = 2_000;

/** Every channel in the order of the description; one more than the bound says that there are more. */
export function listChannels(channels: ChannelReader, pillKeys: readonly string[]): IndexedChannel[] {
  return [...channels.names].slice(0, channelLimits.channelsMax + 1).flatMap((name) => {
    const channel = channels.find(name);
    const view = viewChannel(channels, name, pillKeys);
    return channel === undefined || view === undefined ? [] : [indexChannel(channels, channel, view)];
  });
}

function indexChannel(channels: ChannelReader, channel: JsonObject, view: ChannelView): IndexedChannel {
  const { name, address, title, description, summary, deprecated, protocols } = view;
  const mint = objectOf(channel, "x-mint");
  return {
    version: channels.version,
    name,
    address,
    title: channelTitle(view),
    ownTitle: title,
    description: (description ?? summary)?.slice(0, descriptionLengthMax),
    tag: view.tags[0] ?? operationTag(channels, name),
    deprecated,
    hidden: own(channel, "x-hidden") === true,
    excluded: own(channel, "x-excluded") === true,
    href: textOf(mint, "href"),
    metadata: pageMetadata(mint),
    protocols,
    hash: hash("sha256", JSON.stringify([view, channelExcerpt(channels, name)])),
  };
}

/** Channels of AsyncAPI 2 have no tags; their operations have. */
function operationTag(channels: ChannelReader, name: string): string | undefined {
  if (channels.version !== 2) return undefined;
  const { document } = channels.reader;
  return channels.operationsOf(name).flatMap(({ operation }) => tagNames(document, operation))[0];
}

/** Whatever restricts a channel restricts its page, wherever it is written. */
function pageMetadata(mint: JsonObject): JsonObject {
  const metadata = objectOf(mint, "metadata");
  const groups = [own(mint, "groups"), own(metadata, "groups")].filter((value) => value !== undefined);
  return groups.length === 0 ? metadata : { ...metadata, groups: groups.flat() };
}
