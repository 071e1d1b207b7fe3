import type { SiteFile } from "../ground/site-file.ts";
import { absoluteUrl } from "../theme/site-address.ts";
import type { SiteFrame } from "../theme/templates/site-frame.ts";
import { jsonType, textFile } from "./text-file.ts";

const mcpPath = "/mcp";
/** Clients use either; the standard isn't decided yet. */
const cardPaths = [".well-known/mcp.json", ".well-known/mcp/server-card.json"];

/**
 * Announces the site's tools for language models to programs. The proposed format changed once, so the card has both
 * the old and the new fields.
 */
export function mcpCardFiles(site: SiteFrame, address: string | undefined): SiteFile[] {
  const { name, description, reader } = site;
  if (!reader.mcp) return [];
  const title = `Documentation of ${name}`;
  const card = {
    name: title,
    title,
    version: "1.0.0",
    ...(description === undefined ? {} : { description }),
    remotes: [{ type: "streamable-http", url: absoluteUrl(address, mcpPath) }],
    serverInfo: { name: title, title, version: "1.0.0" },
    transport: { type: "streamable-http", endpoint: mcpPath },
    capabilities: { tools: {} },
    authentication: { required: false },
  };
  return cardPaths.map((path) => textFile(path, jsonType, `${JSON.stringify(card, null, 2)}\n`));
}
