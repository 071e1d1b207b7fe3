import { BuildProblem } from "../build-problem.ts";
import { escapeText } from "../html/escape.ts";
import { renderPage } from "../page/render-page.ts";
import type { RenderSetup } from "./render-messages.ts";

const bannerLengthMax = 2_000;
const known = new WeakMap<RenderSetup, Map<string, string>>();

/** The words of a banner from Markdown to HTML. Every page shows them, so they are rendered once for a build. */
export function bannerWords(content: string, setup: RenderSetup): string {
  let banners = known.get(setup);
  if (banners === undefined) {
    banners = new Map();
    known.set(setup, banners);
  }
  const words = banners.get(content) ?? render(content.slice(0, bannerLengthMax), setup);
  banners.set(content, words);
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
