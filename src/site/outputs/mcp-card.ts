import type { SiteFile } from "../ground/site-file.ts";
import { absoluteUrl } from "../theme/site-address.ts";
import type { SiteFrame } from "../theme/templates/site-frame.ts";
import { jsonType, textFile } from "./text-file.ts";

const mcpPath = "/mcp";
/** Clients look at either; which of them will be the standard is not decided. */
const cardPaths = [".well-known/mcp.json", ".well-known/mcp/server-card.json"];

/**
 * Tells programs that the site offers tools for language models, and where. The proposal for these cards has changed its shape
 * once: what it has now and what it had before are both there.
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
