import type { PageApi } from "../api/openapi/page-api.ts";
import { type OpenSpec, renderApi } from "../api/openapi/render-api.ts";
import { BuildProblem, type ProblemRecord, problemToRecord } from "../ground/build-problem.ts";
import type { HtmlNode } from "../ground/html/html-node.ts";
import { printHtml } from "../ground/html/print-html.ts";
import { sanitise } from "../ground/html/sanitise.ts";
import { createStyleCollector } from "../ground/html/style-collector.ts";
import { writeMarkdown } from "../outputs/markdown/write-markdown.ts";
import { digestPage, type PageDigest } from "../outputs/page-digest.ts";
import { findArticleWords } from "../translations/find-article-words.ts";
import type { ProjectGrammars } from "./code/grammars/project-grammars.ts";
import { collectFacts, type PageFacts } from "./markdown/collect-facts.ts";
import { createHeadingIds } from "./markdown/heading-ids.ts";
import { createPageInterpreter } from "./markdown/page-interpreter.ts";
import { createPageProblems } from "./markdown/page-problems.ts";
import type { PageFormat } from "./markdown/parse-markdown.ts";
import { resolveRawHtml } from "./markdown/raw-html.ts";
import type { PageState, RenderLimits, SnippetSources } from "./markdown/render-context.ts";
import { renderFile } from "./markdown/render-file.ts";
import type { RenderSettings } from "./markdown/render-settings.ts";
import { type AskedSizes, type ImageSizes, sizeImages } from "./markdown/size-images.ts";

export interface PageSource {
  file: string;
  format: PageFormat;
  body: string;
  firstLine: number;
  /** Its first heading is the title, which stands above the text already. */
  beginsWithTitle?: boolean;
  /** What the page shows of an API. */
  api?: PageApi;
}

/** What a page is rendered with, beside its own text. */
export interface PageSurroundings {
  snippets: SnippetSources;
  limits: RenderLimits;
  settings: RenderSettings;
  /** The language of the page, which its components speak; English unless told. */
  language?: string;
  /** Pictures that are not here get no room before they arrive. */
  imageSizes?: ImageSizes;
  /** For languages of the project's own. */
  grammars?: ProjectGrammars | undefined;
  /** Opens the API description that a page shows a part of; words of the frame have none. */
  openSpec?: OpenSpec;
}

export interface RenderedPage {
  html: string;
  /** What stands right below the title: the endpoint of an API page. */
  top: string;
  /** What stands beside the text, mostly nothing. */
  aside: string;
  /** The request tester of an API page, written by our own templates. */
  tester: string;
  /** The same as Markdown, for machines. */
  markdown: string;
  /** Inline styles of the author, moved out of the page for the content security policy. Mostly empty. */
  stylesheet: string;
  facts: PageFacts;
  digest: PageDigest;
  problems: ProblemRecord[];
  /** The sizes of pictures that were asked for: with others, the article would be another. */
  askedSizes: AskedSizes;
  /** The versions of the project's grammars that code was highlighted with, by path. */
  usedGrammars: ReadonlyMap<string, string>;
}

/** One page from Markdown to the HTML of its article. Throws a BuildProblem when the page cannot be rendered at all. */
export function renderPage(source: PageSource, surroundings: PageSurroundings): RenderedPage {
  const { snippets, limits, settings, openSpec, language = "en", imageSizes = new Map() } = surroundings;
  const problems = createPageProblems();
  const state: PageState = {
    headingIds: createHeadingIds(),
    problems,
    snippets,
    limits,
    settings,
    grammars: surroundings.grammars?.forPage(source.file, problems),
    words: findArticleWords(language),
    interpreter: createPageInterpreter(limits, settings, problems),
    modules: new Map(),
    nodesRendered: 0,
    partsCounted: 0,
    wordlessImages: [],
    looseLinks: [],
    formulasRendered: 0,
    diagramLines: 0,
    aside: [],
    parameters: [],
  };
  const styles = createStyleCollector();
  const askedSizes: AskedSizes = new Map();
  const clean = (nodes: HtmlNode[]) => {
    // The tree of the HTML is somewhat deeper than that of the Markdown: a component adds a few boxes of its own.
    const resolved = resolveRawHtml(nodes, source.file, limits.treeDepthMax * htmlDepthPerNode);
    return sizeImages(sanitise(resolved, styles), { sizes: imageSizes, asked: askedSizes, styles });
  };
  const text = renderFile(source, state);
  const written = clean(state.aside);
  const api = source.api === undefined ? undefined : renderApi(source.api, source.file, state, openSpec);
  const top = clean(api?.top ?? []);
  const article = clean([...text, ...(api?.content ?? [])]);
  const aside = [...written, ...clean(api?.aside ?? [])];
  const html = printHtml(article);
  if (html.length > limits.pageHtmlBytesMax) {
    throw new BuildProblem("the page is too large once rendered", { file: source.file, hint: "split the page" });
  }
  return {
    html,
    top: printHtml(top),
    aside: printHtml(aside),
    tester: api?.tester ?? "",
    markdown: writeMarkdown([...top, ...article, ...aside]),
    stylesheet: styles.stylesheet(),
    // Samples that are made for every operation would only bury what people search for.
    facts: collectFacts([...top, ...article, ...written], state),
    digest: digestPage([...top, ...article]),
    problems: problems.list().map(problemToRecord),
    askedSizes,
    usedGrammars: state.grammars?.used ?? new Map(),
  };
}

const htmlDepthPerNode = 6;
