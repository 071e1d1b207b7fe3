import { posix } from "node:path";
import { BuildProblem, type ProblemRecord, problemToRecord } from "../shared/build-problem.ts";
import type { HtmlElement, HtmlNode } from "../shared/html/html-node.ts";
import { printHtml } from "../shared/html/print-html.ts";
import { sanitize } from "../shared/html/sanitize.ts";
import { createStyleCollector } from "../shared/html/style-collector.ts";
import { groupsAskedFor } from "../shared/reader-groups.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import type { PageApi } from "../source/page-api.ts";
import { pageUrl } from "../source/page-url.ts";
import { fillVariables } from "../source/variables.ts";
import { findTranslations } from "../translations/find-translations.ts";
import { createInterpreter } from "./author-code/create-interpreter.ts";
import type { ProjectGrammars } from "./code/grammars/project-grammars.ts";
import { pageTypeSeconds } from "./code/twoslash/find-types.ts";
import { groupUpdates } from "./components/group-updates.ts";
import type { IslandSource } from "./islands/island.ts";
import { openHandlers, openIsland } from "./islands/open-island.ts";
import { collectFacts, type PageFacts } from "./markdown/collect-facts.ts";
import { createHeadingIds } from "./markdown/heading-ids.ts";
import { takeRawCode } from "./markdown/page-code.ts";
import { createPageProblems } from "./markdown/page-problems.ts";
import type { ParseRequest } from "./markdown/parse-markdown.ts";
import { resolveRawHtml } from "./markdown/raw-html.ts";
import type { PageCode, PageState, SnippetSources } from "./markdown/render-context.ts";
import { renderFile } from "./markdown/render-file.ts";
import type { RenderSettings } from "./markdown/render-settings.ts";
import { type AskedSizes, type ImageSizes, sizeImages } from "./markdown/size-images.ts";
import { markRanges } from "./markdown/source-marks.ts";

export interface PageSource extends ParseRequest {
  /** True if no title is shown above the text. Its level-1 headings then stay level-1 headings. */
  hasOwnTitle?: boolean;
  /** The part of an API that the page shows. */
  api?: PageApi;
}

/** Everything that affects how a page is rendered, besides its own text. */
interface PageSurroundings {
  snippets: SnippetSources;
  limits: SiteLimits;
  settings: RenderSettings;
  /** The language of the page and its components. Defaults to English. */
  language?: string;
  /** Images that aren't listed get no reserved space. */
  imageSizes?: ImageSizes;
  grammars?: ProjectGrammars | undefined;
  /** The reasons why some components can't run in the browser, by the path of their module. */
  brokenIslands?: ReadonlyMap<string, string>;
  /** Required for API pages. */
  renderApi?: RenderApi;
}

export interface RenderedPage {
  html: string;
  /** Shown right below the title: the endpoint of an API page. */
  top: string;
  /** Shown next to the text. Usually empty. */
  aside: string;
  /** The HTML of the request tester of an API page, written by Lectern's own templates. */
  tester: string;
  /** The tree of the page, for other outputs. */
  tree: { top: HtmlNode[]; article: HtmlNode[]; aside: HtmlNode[] };
  /** The author's inline styles, moved out of the page for the content security policy. Usually empty. */
  stylesheet: string;
  /** Scripts and stylesheets that the author wrote into the page. */
  code: PageCode;
  /** Input for `compileClasses`. */
  authorClasses: ReadonlySet<string>;
  facts: PageFacts;
  problems: ProblemRecord[];
  /** The image sizes that were used. If a size changes, the article must be rendered again. */
  askedSizes: AskedSizes;
  /** The versions of the project's grammars that were used, by path. */
  usedGrammars: ReadonlyMap<string, string>;
  /** The components that run in the browser. */
  islands: IslandSource[];
}

/** Renders one page from Markdown to the HTML of its article. Throws a BuildProblem if that isn't possible. */
export function renderPage(source: PageSource, surroundings: PageSurroundings): RenderedPage {
  const { snippets, limits, settings, renderApi, language = "en", imageSizes = new Map() } = surroundings;
  const problems = createPageProblems();
  const code: PageCode = { scripts: [], styles: [] };
  const texts = [source.body, ...snippets.values()];
  const asksGroups =
    (source.api !== undefined && "asksGroups" in source.api) ||
    texts.some((text) => groupsAskedFor(text) !== undefined);
  const state: PageState = {
    headingIds: createHeadingIds(),
    problems,
    snippets,
    limits,
    settings,
    grammars: surroundings.grammars?.forPage(source.file, problems),
    hasOwnTitle: source.hasOwnTitle === true,
    words: findTranslations(language).article,
    // All code on the page shares the limits of the page and reports its problems there.
    interpreter: createInterpreter({
      limits,
      problems,
      fill: (text) => fillVariables(text, settings.variables).text,
      openIsland: (use) => openIsland(use, state),
      openHandlers: (tag, handlers) => openHandlers(tag, handlers, state),
      knowsReader: settings.islandVersion !== undefined && settings.hasReaders === true,
      // The plan knows in the same way whether an article differs between groups.
      userGroups: asksGroups ? (settings.userGroups ?? []) : undefined,
    }),
    modules: new Map(),
    codeFiles: new Map(),
    islands: new Map(),
    brokenIslands: surroundings.brokenIslands ?? new Map(),
    nodesRendered: 0,
    partCount: 0,
    hasPicture: false,
    imagesWithoutAlt: [],
    looseLinks: [],
    authorClasses: new Set(),
    formulasRendered: 0,
    typeBudget: { seconds: pageTypeSeconds },
    aside: [],
    parameters: [],
    code,
  };
  const styles = createStyleCollector();
  const askedSizes: AskedSizes = new Map();
  const report = ({ tag, source: place }: HtmlElement, attribute?: string) => {
    if (state.code === undefined) return;
    const part = attribute === undefined ? `<${tag}>` : `the attribute "${attribute}" of <${tag}>`;
    problems.report(`${part} is not allowed in a page and is left out`, place ?? { file: source.file });
  };
  const clean = (nodes: HtmlNode[], withAuthorCode = false) => {
    // The HTML tree is a bit deeper than the Markdown tree: components add a few elements of their own.
    const depthMax = limits.treeDepthMax * htmlDepthPerNode;
    const resolved = resolveRawHtml(nodes, source.file, depthMax, {
      ...problems,
      hasForms: withAuthorCode,
      roots: settings.sources,
    });
    const folder = posix.dirname(source.file);
    const withoutCode = resolved === nodes ? nodes : takeRawCode(resolved, state, { file: source.file, folder });
    const safe = sanitize(withoutCode, styles, { withAuthorCode, report });
    return sizeImages(safe, { sizes: imageSizes, asked: askedSizes, styles });
  };
  const text = clean(renderFile(source, state), settings.withAuthorCode);
  const written = clean(state.aside, settings.withAuthorCode);
  if (source.api !== undefined && renderApi === undefined) throw new Error("an API page needs renderApi");
  // An API description may come from another server, so its scripts must not run.
  state.code = undefined;
  const api = source.api && renderApi?.(source.api, source.file, state);
  const top = clean(api?.top ?? []);
  const article = [...text, ...clean(api?.content ?? [])];
  const aside = [...written, ...clean(api?.aside ?? [])];
  const shown = groupUpdates(article, state);
  const html = printHtml(source.marksSource === undefined ? shown : markRanges(shown));
  const parts = { html, top: printHtml(top), aside: printHtml(aside), tester: api?.tester ?? "" };
  if (Object.values(parts).reduce((sum, part) => sum + part.length, 0) > limits.pageHtmlBytesMax) {
    throw new BuildProblem("the rendered page is too large", { file: source.file, hint: "split the page" });
  }
  return {
    ...parts,
    tree: { top, article, aside },
    stylesheet: styles.stylesheet(),
    code,
    authorClasses: state.authorClasses,
    // The generated samples of an API page are left out, because they would only clutter search results.
    facts: collectFacts([...top, ...shown, ...written], pageUrl(source.file), state),
    problems: problems.list().map(problemToRecord),
    askedSizes,
    usedGrammars: state.grammars?.used ?? new Map(),
    islands: [...state.islands.values()],
  };
}

const htmlDepthPerNode = 6;

/** The API part of a page. */
export interface RenderedApi {
  /** Shown right below the title. */
  top: HtmlNode[];
  /** Shown below the text of the page. */
  content: HtmlNode[];
  /** Shown next to the text. */
  aside: HtmlNode[];
  /** The HTML of the request tester, written by Lectern's own templates. Empty if the page has no tester. */
  tester: string;
}

/** Renders the API part of a page. Injected, so that pages don't depend on the API reference. */
type RenderApi = (api: PageApi, file: string, page: PageState) => RenderedApi;
