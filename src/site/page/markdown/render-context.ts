import type { ProblemOptions } from "../../shared/build-problem.ts";
import type { HtmlElement, HtmlNode, SourcePlace } from "../../shared/html/html-node.ts";
import type { SiteLimits } from "../../shared/site-limits.ts";
import type { Variables } from "../../source/variables.ts";
import type { ArticleWords } from "../../translations/find-translations.ts";
import type { Interpreter } from "../author-code/create-interpreter.ts";
import type { ModulePart } from "../author-code/module-part.ts";
import type { CodeBlock } from "../code/fence-meta.ts";
import type { PageGrammars } from "../code/grammars/project-grammars.ts";
import type { TypeBudget } from "../code/twoslash/find-types.ts";
import type { IslandSource } from "../islands/island.ts";
import type { MarkdownNode, Scope } from "../page-tree.ts";
import type { HeadingIds } from "./heading-ids.ts";
import type { PageProblems } from "./page-problems.ts";
import type { RenderSettings } from "./render-settings.ts";

/** Files that pages may include: path in the project → text. */
export type SnippetSources = ReadonlyMap<string, string>;

/** An opened file. Its own code finds names in the scope, and other files use its exports. */
export interface Module {
  scope: Scope;
  /** Where an export is defined; undefined if the file has no such export. `seen` has the files that were searched. */
  findExport(name: string, seen?: Set<string>): { scope: Scope; name: string } | undefined;
}

export interface LoadedModule extends Module {
  /** True for a Markdown file with content. A default import refers to that content. */
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

/** Scripts and stylesheets that the author wrote into a page. */
export interface PageCode {
  /** The scripts in their order on the page: a URL, or code that is published as a separate file. */
  scripts: ({ src: string } | { code: string })[];
  styles: { css: string; file: string }[];
}

/** State shared by a page and all of its snippets. */
export interface PageState {
  headingIds: HeadingIds;
  problems: PageProblems;
  snippets: SnippetSources;
  limits: SiteLimits;
  settings: RenderSettings;
  /** The project's own grammars. */
  grammars: PageGrammars | undefined;
  /** True if the text has its own title, so that no title is shown above it. */
  hasOwnTitle: boolean;
  /** Translated component labels in the language of the page. */
  words: ArticleWords;
  interpreter: Interpreter;
  /** The names of the page itself. Its snippets can use them too. */
  scope?: Scope;
  /** Files whose exports have been read, by path. */
  modules: Map<string, LoadedModule>;
  /** The code of the page and of its opened files, by path. */
  codeFiles: Map<string, ModulePart[]>;
  /** The modules of components that run in the browser, by path. */
  islands: Map<string, IslandSource>;
  /** The reasons why some of these components can't run, by the path of their module. */
  brokenIslands: ReadonlyMap<string, string>;
  /** The number of rendered elements, including those of snippets, which multiply quickly if snippets are nested. */
  nodesRendered: number;
  /** Numbers the tab sets, code groups and tooltips of the page. */
  partCount: number;
  /** True once a picture was rendered that doesn't wait until it's in view. */
  hasPicture: boolean;
  /** Locations of images without alternative text. */
  imagesWithoutAlt: SourcePlace[];
  /** Locations of links that are relative to their file or end in .md. */
  looseLinks: SourcePlace[];
  /** Classes written by the author that may be Tailwind utilities. */
  authorClasses: Set<string>;
  formulasRendered: number;
  typeBudget: TypeBudget;
  /** Content next to the text on wide screens, in place of the outline, such as examples. */
  aside: HtmlNode[];
  /** Set while a code group is rendered: its blocks are collected here and become tabs. */
  collectedBlocks?: CodeBlock[] | undefined;
  /** Parameters written with `<ParamField>`, for the samples and request tester of a page with `api:`. */
  parameters: WrittenParameter[];
  /** Scripts and stylesheets written into the page. Undefined for API descriptions, which others may have written. */
  code: PageCode | undefined;
  /** The tag filters above the first changelog entry. Later entries add their tags to it. */
  updateFilters?: HtmlElement;
  /** The selector above the first view. Later views add their titles to it. */
  viewSwitch?: HtmlElement;
}

/** The range of a node in the file it was written in, as `start-end` in UTF-16 offsets. */
export type RangeOf = (node: MarkdownNode) => string | undefined;

/** The context in which a node is rendered. A snippet has its own context and shares the page state. */
export interface RenderContext {
  page: PageState;
  /** Relative links resolve against this folder: `guides` for `guides/start.mdx`. */
  folder: string;
  file: string;
  firstLine: number;
  /** The text that node offsets refer to. */
  source: string;
  /** Values for `{word}` in the code fences of a snippet. */
  snippetProps: Readonly<Record<string, string>> | undefined;
  includeDepth: number;
  definitions: ReadonlyMap<string, MarkdownNode>;
  footnotes: FootnoteState;
  renderNodes(nodes: MarkdownNode[] | undefined, context: RenderContext): HtmlNode[];
  /** Renders a file in place of a tag whose attributes are its props. */
  renderSnippet(file: string, node: MarkdownNode, context: RenderContext): HtmlNode[];
  /** Only set if blocks are marked with their place in the file. */
  rangeOf?: RangeOf | undefined;
  warn(message: string, node: MarkdownNode, options?: ProblemOptions): void;
  place(node: MarkdownNode): SourcePlace;
}

/** The context in which the names of one file are evaluated. */
export interface Expansion extends Pick<RenderContext, "warn" | "place"> {
  interpreter: Interpreter;
  /** The names of the file and the props it was included with. */
  scope: Scope;
  variables: Variables;
}

interface FootnoteState {
  definitions: ReadonlyMap<string, MarkdownNode>;
  /** Identifiers in order of first use, which is also their numbering. */
  used: string[];
}
