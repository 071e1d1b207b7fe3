import { BuildProblem, type ProblemRecord, problemToRecord } from "../ground/build-problem.ts";
import type { HtmlNode } from "../ground/html/html-node.ts";
import { printHtml } from "../ground/html/print-html.ts";
import { sanitize } from "../ground/html/sanitize.ts";
import { createStyleCollector } from "../ground/html/style-collector.ts";
import type { PageApi } from "../source/page-api.ts";
import type { PageFormat } from "../source/page-format.ts";
import { fillVariables } from "../source/variables.ts";
import { findTranslations } from "../translations/find-translations.ts";
import { createInterpreter, type Interpreter } from "./author-code/create-interpreter.ts";
import type { ProjectGrammars } from "./code/grammars/project-grammars.ts";
import { collectFacts, type PageFacts } from "./markdown/collect-facts.ts";
import { describeRefusal } from "./markdown/expansion.ts";
import { createHeadingIds } from "./markdown/heading-ids.ts";
import { createPageProblems, type PageProblems } from "./markdown/page-problems.ts";
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
  /** Required for pages that show part of an API. */
  renderApi?: RenderApi;
}

export interface RenderedPage {
  html: string;
  /** What stands right below the title: the endpoint of an API page. */
  top: string;
  /** What stands beside the text, mostly nothing. */
  aside: string;
  /** The request tester of an API page, written by our own templates. */
  tester: string;
  /** The tree of the same page, for the outputs that are made from it. */
  tree: { top: HtmlNode[]; article: HtmlNode[]; aside: HtmlNode[] };
  /** Inline styles of the author, moved out of the page for the content security policy. Mostly empty. */
  stylesheet: string;
  /** Classes that `compileClasses` makes rules of. */
  authorClasses: ReadonlySet<string>;
  facts: PageFacts;
  problems: ProblemRecord[];
  /** The sizes of pictures that were asked for: with others, the article would be another. */
  askedSizes: AskedSizes;
  /** The versions of the project's grammars that code was highlighted with, by path. */
  usedGrammars: ReadonlyMap<string, string>;
}

/** One page from Markdown to the HTML of its article. Throws a BuildProblem when the page cannot be rendered at all. */
export function renderPage(source: PageSource, surroundings: PageSurroundings): RenderedPage {
  const { snippets, limits, settings, renderApi, language = "en", imageSizes = new Map() } = surroundings;
  const problems = createPageProblems();
  const state: PageState = {
    headingIds: createHeadingIds(),
    problems,
    snippets,
    limits,
    settings,
    grammars: surroundings.grammars?.forPage(source.file, problems),
    words: findTranslations(language).article,
    interpreter: createPageInterpreter(limits, settings, problems),
    modules: new Map(),
    nodesRendered: 0,
    partsCounted: 0,
    wordlessImages: [],
    looseLinks: [],
    authorClasses: new Set(),
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
    return sizeImages(sanitize(resolved, styles), { sizes: imageSizes, asked: askedSizes, styles });
  };
  const text = renderFile(source, state);
  const written = clean(state.aside);
  if (source.api !== undefined && renderApi === undefined) throw new Error("an API page needs renderApi");
  const api = source.api && renderApi?.(source.api, source.file, state);
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
    tree: { top, article, aside },
    stylesheet: styles.stylesheet(),
    authorClasses: state.authorClasses,
    // Samples that are made for every operation would only bury what people search for.
    facts: collectFacts([...top, ...article, ...written], state),
    problems: problems.list().map(problemToRecord),
    askedSizes,
    usedGrammars: state.grammars?.used ?? new Map(),
  };
}

const htmlDepthPerNode = 6;

/** The interpreter of one page: it shares its bounds among all code of the page and reports into its problems. */
function createPageInterpreter(limits: RenderLimits, settings: RenderSettings, problems: PageProblems): Interpreter {
  return createInterpreter({
    limits,
    fill: (text) => fillVariables(text, settings.variables).text,
    onRefusal(name, place, refusal) {
      const reason = describeRefusal(refusal, place);
      problems.report(`<${name}> cannot be shown: ${reason}`, { ...place, hint: refusal.hint });
    },
    onFirstState(name, place) {
      problems.report(`<${name}> is shown as it is at first, without what it does on a click or later`, {
        ...place,
        hint: "that would need its code to run in the browser, and code of pages is never run",
      });
    },
  });
}

/** The API part of a page. */
export interface RenderedApi {
  /** Right below the title. */
  top: HtmlNode[];
  /** Below the text of the page. */
  content: HtmlNode[];
  /** Beside the text. */
  aside: HtmlNode[];
  /** The markup of the request tester, written by our own templates; empty without one. */
  tester: string;
}

/** Renders what a page shows of an API. Passed in, so that pages don't depend on the API reference. */
type RenderApi = (api: PageApi, file: string, page: PageState) => RenderedApi;
