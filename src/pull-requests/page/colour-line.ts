import { html, type SafeHtml } from "../../site/ground/html/html-template.ts";
import type { Run } from "../diff/colour-runs.ts";

/** One highlighted line, with marks on the words that changed. Its text is escaped anew, whatever the highlighter did. */
export function colourLine(runs: readonly Run[]): SafeHtml {
  return html`${runs.map(({ text, className, isMarked }) => {
    const coloured = className === "" ? html`${text}` : html`<span class="${className}">${text}</span>`;
    return isMarked ? html`<mark>${coloured}</mark>` : coloured;
  })}`;
}
