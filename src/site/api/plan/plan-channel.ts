import type { SiteConfig } from "../../source/config/site-config.ts";
import type { Frontmatter } from "../../source/frontmatter.ts";
import type { PlannedApi } from "../../source/page-api.ts";
import { protocolBadge } from "../view/protocol-badge.ts";
import { apiPageOptions } from "./api-page-options.ts";
import type { FoundChannel } from "./find-channel.ts";
import { hashOf } from "./plan-api.ts";

const badgeLengthMax = 6;

/** The API part of a page that shows a channel, as the planner of the site knows it. */
export function planChannel(found: FoundChannel, frontmatter: Frontmatter, config: SiteConfig): PlannedApi {
  const { spec, channel } = found;
  const options = apiPageOptions(config, frontmatter, false);
  const describes = frontmatter.description === undefined;
  const { file, key: specKey } = spec;
  return {
    part: { kind: "channel", file, specKey, channel: channel.name, options, describes },
    hash: hashOf(channel.hash, file, options, describes),
    badge: protocolBadge(channel.protocols, badgeLengthMax),
    origins: [],
    describes,
  };
}
