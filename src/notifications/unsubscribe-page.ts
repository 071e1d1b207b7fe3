import { createHash } from "node:crypto";
import { escapeText } from "../site/ground/html/escape.ts";

const style =
  ":root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/26px system-ui,sans-serif}main{max-width:28rem;padding:24px}h1{font-size:22px;line-height:30px;margin:0 0 8px}p{margin:0 0 16px}button{font:inherit;font-weight:600;padding:8px 16px;cursor:pointer}";

/** Nothing but this style and a form that leads back here. */
export const unsubscribePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

export interface PageText {
  title: string;
  text: string;
  /** The text of the button; without it, there is nothing to do. */
  action?: string;
}

/** A page that works in any browser, signed in or not. */
export function unsubscribePage({ title, text, action }: PageText): string {
  const form = action === undefined ? "" : `<form method="post"><button>${escapeText(action)}</button></form>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeText(title)}</title><style>${style}</style></head><body><main><h1>${escapeText(title)}</h1><p>${escapeText(text)}</p>${form}</main></body></html>`;
}
