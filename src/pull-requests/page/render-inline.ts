import { html, type SafeHtml } from "../../site/ground/html/html-template.ts";

// Each alternative begins with a character of its own and is bounded, so no text makes this slow.
const mark =
  /(`{1,3})(.{1,600}?)\1|\*\*(?=\S)(.{1,600}?)\*\*|(?<![\w*])[*_](?=[^\s*_])(.{1,600}?)[*_](?![\w*])|~~(.{1,600}?)~~|\[([^[\]]{1,500})\]\(\s*<?([^\s<>()]{1,2000})>?(?:\s+"[^"]{0,300}")?\s*\)|<(https?:\/\/[^\s<>]{1,2000})>|(?<![\w/])(https?:\/\/[^\s<>()"'`]{1,2000})|\\([\\`*_{}[\]()#+.!|~<>-])/s;
const depthMax = 4;

/** What stands in a line of Markdown: code, stress and links. Everything else is text. */
export function renderInline(text: string, depth = 0): SafeHtml {
  const parts: SafeHtml[] = [];
  let rest = text;
  for (;;) {
    const found = depth < depthMax ? mark.exec(rest) : null;
    if (found === null) {
      parts.push(html`${rest}`);
      return html`${parts}`;
    }
    parts.push(html`${rest.slice(0, found.index)}`, partOf(found, depth + 1));
    rest = rest.slice(found.index + found[0].length);
  }
}

function partOf(found: RegExpExecArray, depth: number): SafeHtml {
  const [whole, , code, strong, stressed, struck, label, target, pointed, bare, escaped] = found;
  if (code !== undefined) {
    return html`<code>${code}</code>`;
  }
  if (strong !== undefined) {
    return html`<strong>${renderInline(strong, depth)}</strong>`;
  }
  if (stressed !== undefined) {
    return html`<em>${renderInline(stressed, depth)}</em>`;
  }
  if (struck !== undefined) {
    return html`<del>${renderInline(struck, depth)}</del>`;
  }
  if (escaped !== undefined) {
    return html`${escaped}`;
  }
  const address = safeAddress(target ?? pointed ?? bare ?? "");
  const shown = label === undefined ? html`${pointed ?? bare}` : renderInline(label, depth);
  return address === undefined
    ? html`${label ?? whole}`
    : html`<a href="${address}" rel="noopener nofollow ugc">${shown}</a>`;
}

/** Only what leads to another page: a description may come from anyone who can push. */
function safeAddress(text: string): string | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : undefined;
}
