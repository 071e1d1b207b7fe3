import { BuildProblem } from "../../ground/build-problem.ts";
import { escapeText } from "../../ground/html/escape.ts";
import { renderPage } from "../../page/render-page.ts";
import type { RenderSetup } from "./render-messages.ts";

const wordsLengthMax = 2_000;
const known = new WeakMap<RenderSetup, Map<string, string>>();

/** Words of docs.json from Markdown to HTML. Every page shows a banner, so they are rendered once for a build. */
export function settingWords(content: string, setup: RenderSetup): string {
  let texts = known.get(setup);
  if (texts === undefined) {
    texts = new Map();
    known.set(setup, texts);
  }
  const words = texts.get(content) ?? render(content.slice(0, wordsLengthMax), setup);
  texts.set(content, words);
  return words;
}

function render(content: string, { limits, settings }: RenderSetup): string {
  const source = { file: "docs.json", format: "md" as const, body: content, firstLine: 1 };
  try {
    return renderPage(source, { snippets: new Map(), limits, settings }).html;
  } catch (error) {
    // Text that is no Markdown is still text.
    if (error instanceof BuildProblem) return escapeText(content);
    throw error;
  }
}
