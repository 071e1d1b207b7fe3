import type { ChannelPageApi } from "../../source/page-api.ts";
import { channelExcerpt } from "../read/channel-excerpt.ts";
import { channelReaderOf } from "../read/channel-reader.ts";
import type { SchemaReader } from "../read/normal-schema.ts";
import { viewChannel } from "../view/view-channel.ts";
import type { ApiContext } from "./api-context.ts";
import { renderChannel } from "./render-channel.ts";
import { renderChannelHead } from "./render-channel-head.ts";
import { renderContent, renderDescription } from "./render-description.ts";
import { renderMessageExamples } from "./render-message-examples.ts";
import { lead } from "./render-parts.ts";
import type { DrawnApi } from "./rendered-api.ts";

/** The page of a channel, or undefined when the description does not have it. */
export function drawChannel(reader: SchemaReader, part: ChannelPageApi, context: ApiContext): DrawnApi | undefined {
  const channels = channelReaderOf(reader);
  const view = viewChannel(channels, part.channel, part.options.pillKeys);
  if (view === undefined) return undefined;
  const description = part.describes ? renderDescription(view.description ?? view.summary, context) : [];
  return {
    shown: {
      top: [...lead(description), renderChannelHead(view, context)],
      content: renderChannel(view, context),
      aside: renderMessageExamples(view, context),
      tester: "",
    },
    intro: renderContent(view.content, context),
    excerpt: () => channelExcerpt(channels, part.channel),
  };
}
