import { html, ownHtml } from "../../site/serving.ts";

export const mcpPath = "/mcp";

/** The page loads nothing and runs no scripts; its styles are inline. */
export const mcpPagePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const styles =
  ownHtml(`:root{color-scheme:light dark}body{max-width:36rem;margin:15vh auto;padding:0 24px;font:16px/1.75 system-ui,sans-serif}
h1{font-size:1.75rem;line-height:1.2}code{padding:2px 6px;border:1px solid #8886;border-radius:6px;overflow-wrap:anywhere}a{color:inherit}`);

/** The page shown to people who open the MCP server's address in a browser. */
export function mcpPage(host: string, home: string): string {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>MCP server</title><style>${styles}</style></head>
<body>
<h1>MCP server</h1>
<p>This address is for AI tools, not for browsers. Tools that support the Model Context Protocol (MCP) can connect to it to search and read this documentation.</p>
<p>To use it, add <code>${host}${mcpPath}</code> to your AI tool as a remote MCP server (Streamable HTTP). No key is needed.</p>
<p><a href="${home}">Go to the documentation</a></p>
</body>
</html>
`.markup;
}
