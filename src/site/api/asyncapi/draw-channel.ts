import type { ChannelPageApi } from "../../source/page-api.ts";
import type { ApiContext } from "../openapi/api-context.ts";
import type { SchemaReader } from "../openapi/normal-schema.ts";
import { renderContent, renderDescription } from "../openapi/render-description.ts";
import { lead } from "../openapi/render-parts.ts";
import type { DrawnApi } from "../openapi/rendered-api.ts";
import { channelExcerpt } from "./channel-excerpt.ts";
import { channelReaderOf } from "./channel-reader.ts";
import { renderChannel } from "./render-channel.ts";
import { renderChannelHead } from "./render-channel-head.ts";
import { renderMessageExamples } from "./render-message-examples.ts";
import { viewChannel } from "./view-channel.ts";

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
