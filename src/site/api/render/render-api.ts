import { posix } from "node:path";
import type { PageState } from "../../page/markdown/render-context.ts";
import type { RenderedApi } from "../../page/render-page.ts";
import { BuildProblem } from "../../shared/build-problem.ts";
import { element, type HtmlNode } from "../../shared/html/html-node.ts";
import type { ChannelPageApi, MdxPageApi, PageApi, SpecPageApi } from "../../source/page-api.ts";
import { readChannels } from "../read/channels.ts";
import { channelExcerpt, specExcerpt } from "../read/excerpt.ts";
import type { SpecDocument } from "../read/spec-document.ts";
import type { OperationView } from "../view/api-view.ts";
import { viewChannel } from "../view/channel-view.ts";
import { viewMdxEndpoint } from "../view/mdx-endpoint-view.ts";
import { viewTarget } from "../view/operation-view.ts";
import { lead, section, tagsAndDocs } from "./api-elements.ts";
import { renderAuth } from "./render-auth.ts";
import { renderChannel } from "./render-channel.ts";
import { renderExamples, renderMessageExamples, renderSchemaExample } from "./render-examples.ts";
import { renderSchema } from "./render-fields.ts";
import { renderGraphql } from "./render-graphql.ts";
import { renderChannelHead, renderOperationHead } from "./render-head.ts";
import { type ApiContext, renderMarkdown, renderMdx } from "./render-markdown.ts";
import { renderOperation } from "./render-operation.ts";
import { testerDialog } from "./tester-dialog.ts";

/** Opens a description from the build cache by its key. The path is for messages to the author. */
type OpenSpec = (key: string, file: string) => SpecDocument;

/** Runs after the text of the page is rendered, because the text may contain examples and fields. */
export function renderApi(api: PageApi, pageFile: string, page: PageState, openSpec: OpenSpec): RenderedApi {
  if (api.kind === "missing") return { top: [missingNote(page)], content: [], aside: [], tester: "" };
  const folder = posix.dirname(pageFile);
  const { options } = api;
  if (api.kind === "mdx") return renderMdxEndpoint(api, { page, file: pageFile, folder, options });
  const context: ApiContext = { page, file: api.file, folder, options };
  const document = openSpec(api.specKey, api.file);
  const missing = () =>
    new BuildProblem("the API description no longer contains the operation, channel or type of this page", {
      file: api.file,
    });
  if (api.kind === "graphql") {
    const shown = renderGraphql(document, api, context);
    if (shown === undefined) throw missing();
    return shown;
  }
  const found = api.kind === "channel" ? channelPage(document, api, context) : specPage(document, api, context);
  if (found === undefined) throw missing();
  const { shown, intro, excerpt } = found;
  if (!options.includesSpec) return { ...shown, content: [...intro, ...shown.content] };
  // The excerpt is only in the page's Markdown, so it isn't highlighted.
  const code = element("pre", { "data-language": "yaml", "data-title": api.file }, [element("code", {}, [excerpt()])]);
  return {
    ...shown,
    content: [...intro, { onPage: shown.content, inMarkdown: [code] }],
    aside: [{ onPage: shown.aside, inMarkdown: [] }],
  };
}

/** A notice for readers, who would otherwise see only a title. */
function missingNote({ words }: PageState): HtmlNode {
  const body = element("div", { class: "callout-body" }, [element("p", {}, [words.apiNotLoaded])]);
  return element("div", { class: "callout callout-warning", role: "note" }, [body]);
}

interface SpecPage {
  shown: RenderedApi;
  /** The author's own text, which is the same on the page and in its Markdown. */
  intro: HtmlNode[];
  excerpt(): string;
}

function specPage(document: SpecDocument, api: SpecPageApi, context: ApiContext): SpecPage | undefined {
  const view = viewTarget(document, api.target, api.options);
  if (view === undefined) return undefined;
  const excerpt = () => specExcerpt(document, api.target);
  if (view.kind === "schema") {
    const fields = element("div", { class: "fields" }, renderSchema(view.schema, "field", context));
    const aside = renderSchemaExample(view, context);
    return { shown: { top: [], content: [fields], aside, tester: "" }, intro: [], excerpt };
  }
  const description = api.describes ? renderMarkdown(view.description, context) : [];
  const shown = {
    top: [
      ...lead(description),
      ...tagsAndDocs({ tags: [], docs: view.docs }, context),
      renderOperationHead(view, context),
    ],
    content: renderOperation(view, context),
    aside: renderExamples(view, context),
    tester: renderTester(view, context),
  };
  return { shown, intro: renderMdx(view.content, context), excerpt };
}

function channelPage(document: SpecDocument, api: ChannelPageApi, context: ApiContext): SpecPage | undefined {
  const channels = readChannels(document);
  const view = viewChannel(channels, api.channel, api.options.pillKeys);
  if (view === undefined) return undefined;
  const description = api.describes ? renderMarkdown(view.description ?? view.summary, context) : [];
  const shown = {
    top: [...lead(description), renderChannelHead(view, context)],
    content: renderChannel(view, context),
    aside: renderMessageExamples(view, context),
    tester: "",
  };
  return { shown, intro: renderMdx(view.content, context), excerpt: () => channelExcerpt(channels, api.channel) };
}

/** Renders no fields, because the author wrote them in the text of the page. */
function renderMdxEndpoint(api: MdxPageApi, context: ApiContext): RenderedApi {
  const view = viewMdxEndpoint(api, context.page.parameters);
  return {
    top: [renderOperationHead(view, context), ...section("authorization", renderAuth(view.auth, context), context)],
    content: [],
    aside: renderExamples(view, context),
    tester: renderTester(view, context),
  };
}

function renderTester(view: OperationView, { options, page: { words } }: ApiContext): string {
  return options.tester === "interactive" ? testerDialog(view, options, words).markup : "";
}
