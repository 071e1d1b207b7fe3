import { escapeAttribute } from "../shared/html/escape.ts";

interface DocumentRequest {
  /** The printed article. */
  article: string;
  /** The text of the page's stylesheets. */
  css: string;
  theme: "light" | "dark" | undefined;
  /** Identifies the styles, so that a client that replaces the article knows whether they changed. */
  version?: string;
  /** True if tabs work, because the page around the document handles clicks on them. */
  withTabs?: boolean;
}

const marks = `
html { color-scheme: light dark; }
html[data-theme="light"] { color-scheme: light; }
html[data-theme="dark"] { color-scheme: dark; }
body { margin: 0; padding: 24px; }
main, .article { max-width: none !important; margin: 0 !important; padding: 0 !important; }
.lectern-added, .lectern-removed { border-radius: 4px; scroll-margin-top: 24px; }
.lectern-added { background: rgb(46 160 67 / 15%) !important; box-shadow: 0 0 0 4px rgb(46 160 67 / 15%); }
.lectern-removed { background: rgb(248 81 73 / 15%) !important; box-shadow: 0 0 0 4px rgb(248 81 73 / 15%); }
:target { outline: 2px solid rgb(9 105 218); outline-offset: 5px; scroll-margin-top: 24px; }
.lectern-place { border-radius: 2px; box-shadow: -12px 0 0 -9px rgb(9 105 218 / 70%); }
`;

/** Makes a complete document. The headers of the response keep it from running scripts. */
export function articleDocument({ article, css, theme, version, withTabs = false }: DocumentRequest): string {
  // `</style>` would end the style element even inside a CSS string, so the bracket is escaped.
  const safeCss = css.replaceAll("</", "\\3c /");
  const attributes = [
    withTabs ? ' class="js"' : "",
    theme === undefined ? "" : ` data-theme="${escapeAttribute(theme)}"`,
    version === undefined ? "" : ` data-version="${escapeAttribute(version)}"`,
  ].join("");
  return `<!doctype html>
<html${attributes}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Page</title>
<style>${safeCss}</style><style>${marks}</style></head>
<body class="mode-default"><main>${article}</main></body></html>
`;
}
