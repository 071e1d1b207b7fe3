import type { ProblemOptions } from "../../ground/build-problem.ts";
import type { HtmlElement, HtmlNode, SourcePlace } from "../../ground/html/html-node.ts";
import type { SiteLimits } from "../../ground/site-limits.ts";
import type { ArticleWords } from "../../translations/find-translations.ts";
import type { Interpreter } from "../author-code/create-interpreter.ts";
import type { Module } from "../author-code/modules.ts";
import type { CodeBlock } from "../code/fence-meta.ts";
import type { PageGrammars } from "../code/grammars/project-grammars.ts";
import type { MarkdownNode } from "../page-tree.ts";
import type { HeadingIds } from "./heading-ids.ts";
import type { PageProblems } from "./page-problems.ts";
import type { RenderSettings } from "./render-settings.ts";

export type RenderLimits = Pick<
  SiteLimits,
  | "treeDepthMax"
  | "treeNodesMax"
  | "includeDepthMax"
  | "highlightBytesMax"
  | "pageHtmlBytesMax"
  | "interpreterStepsMax"
  | "interpreterDepthMax"
  | "interpreterOutputMax"
  | "interpreterSecondsMax"
>;

/** A file that pages may include: its path in the project and its text. */
export type SnippetSources = ReadonlyMap<string, string>;

/** A file that was opened for its names. */
export interface LoadedModule {
  module: Module;
  /** Markdown with text of its own: importing it without braces means that text. */
  hasContent: boolean;
}

export interface WrittenParameter {
  name: string;
  place: "query" | "path" | "body" | "header" | "cookie";
  type?: string | undefined;
  required: boolean;
  defaultValue?: string | undefined;
  placeholder?: string | undefined;
}

/** Shared by a page and every snippet in it. */
export interface PageState {
  headingIds: HeadingIds;
  problems: PageProblems;
  snippets: SnippetSources;
  limits: RenderLimits;
  settings: RenderSettings;
  /** The grammars that the project brings for languages of its own. */
  grammars: PageGrammars | undefined;
  /** The words of components, in the language of the page. */
  words: ArticleWords;
  interpreter: Interpreter;
  /** The files that were opened for their names, by path. */
  modules: Map<string, LoadedModule>;
  /** How many elements have been rendered, snippets included: ten snippets that include ten others add up. */
  nodesRendered: number;
  /** Numbers the tab sets and code groups of the page. */
  partsCounted: number;
  /** Where pictures stand that say nothing to those who cannot see them. */
  wordlessImages: SourcePlace[];
  /** Where links stand that are relative to their file or name a file of Markdown. */
  looseLinks: SourcePlace[];
  /** Classes that the author wrote and that may be Tailwind utilities. */
  authorClasses: Set<string>;
  formulasRendered: number;
  diagramLines: number;
  /** What stands beside the text on wide screens, in place of the outline: the examples of a page. */
  aside: HtmlNode[];
  /** Set while the content of a code group is rendered: its blocks are not shown there but become tabs. */
  takenBlocks?: CodeBlock[] | undefined;
  /** Parameters that the author has written with `<ParamField>`: samples and the tester of a page with `api:` use them. */
  parameters: WrittenParameter[];
  /** The row of tags before the first update of a changelog; later updates add their tags to it. */
  updateFilters?: HtmlElement;
  /** The selector before the first view; later views add their titles to it. */
  viewSwitch?: HtmlElement;
}

/** What rendering a node needs to know. A snippet is rendered with its own context over the same page state. */
export interface RenderContext {
  page: PageState;
  /** The folder of relative links: `guides` for `guides/start.mdx`. */
  folder: string;
  file: string;
  firstLine: number;
  /** The text of the file that its nodes have their offsets in. */
  source: string;
  /** Words that fill `{word}` in the code fences of a snippet. */
  snippetProps: Readonly<Record<string, string>> | undefined;
  includeDepth: number;
  definitions: ReadonlyMap<string, MarkdownNode>;
  footnotes: FootnoteState;
  renderNodes(nodes: MarkdownNode[] | undefined, context: RenderContext): HtmlNode[];
  /** Renders a file in the place of a tag; the attributes of the tag are its props. */
  renderSnippet(file: string, node: MarkdownNode, context: RenderContext): HtmlNode[];
  warn(message: string, node: MarkdownNode, options?: ProblemOptions): void;
  place(node: MarkdownNode): SourcePlace;
}

interface FootnoteState {
  definitions: ReadonlyMap<string, MarkdownNode>;
  /** Identifiers in the order of their first use, which is the order of their numbers. */
  used: string[];
}
