import { BuildProblem, type ProblemRecord, problemToRecord } from "../build-problem.ts";
import type { HtmlNode } from "../html/html-node.ts";
import { printHtml } from "../html/print-html.ts";
import { sanitise } from "../html/sanitise.ts";
import { createStyleCollector } from "../html/style-collector.ts";
import { writeMarkdown } from "../machine/markdown/write-markdown.ts";
import { digestPage, type PageDigest } from "../machine/page-digest.ts";
import { collectFacts, type PageFacts } from "./collect-facts.ts";
import { createHeadingIds } from "./heading-ids.ts";
import { createPageInterpreter } from "./page-interpreter.ts";
import { createPageProblems } from "./page-problems.ts";
import type { PageFormat } from "./parse-markdown.ts";
import { resolveRawHtml } from "./raw-html.ts";
import type { PageState, RenderLimits, SnippetSources } from "./render-context.ts";
import { renderFile } from "./render-file.ts";
import type { RenderSettings } from "./render-settings.ts";

export interface PageSource {
  file: string;
  format: PageFormat;
  body: string;
  firstLine: number;
}

/** What a page is rendered with, beside its own text. */
export interface PageSurroundings {
  snippets: SnippetSources;
  limits: RenderLimits;
  settings: RenderSettings;
}

export interface RenderedPage {
  html: string;
  /** What stands beside the text, mostly nothing. */
  aside: string;
  /** The same as Markdown, for machines. */
  markdown: string;
  /** Inline styles of the author, moved out of the page for the content security policy. Mostly empty. */
  stylesheet: string;
  facts: PageFacts;
  digest: PageDigest;
  problems: ProblemRecord[];
}

/** One page from Markdown to the HTML of its article. Throws a BuildProblem when the page cannot be rendered at all. */
export function renderPage(source: PageSource, { snippets, limits, settings }: PageSurroundings): RenderedPage {
  const problems = createPageProblems();
  const state: PageState = {
    headingIds: createHeadingIds(),
    problems,
    snippets,
    limits,
    settings,
    interpreter: createPageInterpreter(limits, settings, problems),
    modules: new Map(),
    nodesRendered: 0,
    partsCounted: 0,
    aside: [],
  };
  const styles = createStyleCollector();
  const clean = (nodes: HtmlNode[]) =>
    // The tree of the HTML is somewhat deeper than that of the Markdown: a component adds a few boxes of its own.
    sanitise(resolveRawHtml(nodes, source.file, limits.treeDepthMax * htmlDepthPerNode), styles);
  const article = clean(renderFile(source, state));
  const aside = clean(state.aside);
  const html = printHtml(article);
  if (html.length > limits.pageHtmlBytesMax) {
    throw new BuildProblem("the page is too large once rendered", { file: source.file, hint: "split the page" });
  }
  return {
    html,
    aside: printHtml(aside),
    markdown: writeMarkdown([...article, ...aside]),
    stylesheet: styles.stylesheet(),
    facts: collectFacts([...article, ...aside]),
    digest: digestPage(article),
    problems: problems.list().map(problemToRecord),
  };
}

const htmlDepthPerNode = 6;
