import { posix } from "node:path";
import { BuildProblem } from "../../ground/build-problem.ts";
import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import type { PageState } from "../../page/markdown/render-context.ts";
import type { RenderedApi } from "../../page/render-page.ts";
import type { PageApi, SpecPageApi, WrittenPageApi } from "../../source/page-api.ts";
import type { SchemaReader } from "../read/normal-schema.ts";
import { specExcerpt } from "../read/spec-excerpt.ts";
import type { ModelView, OperationView } from "../view/api-view.ts";
import { viewTarget } from "../view/operation-view.ts";
import { writtenView } from "../view/written-view.ts";
import type { ApiContext } from "./api-context.ts";
import { drawChannel } from "./draw-channel.ts";
import { renderAuth } from "./render-auth.ts";
import { renderContent, renderDescription } from "./render-description.ts";
import { renderEndpoint } from "./render-endpoint.ts";
import { renderExamples, renderModelExample } from "./render-examples.ts";
import { renderSchema } from "./render-fields.ts";
import { renderMore } from "./render-more.ts";
import { renderOperation } from "./render-operation.ts";
import { lead } from "./render-parts.ts";
import type { DrawnApi } from "./rendered-api.ts";
import { testerDialog } from "./tester-dialog.ts";

/** Opens a description of the build cache, by its key and by the path that its author knows. */
export type OpenSpec = (key: string, file: string) => SchemaReader;

/** It is drawn after the text of the page, which may bring its own examples and fields. */
export function renderApi(
  part: PageApi,
  pageFile: string,
  page: PageState,
  openSpec: OpenSpec | undefined,
): RenderedApi {
  const folder = posix.dirname(pageFile);
  if (part.kind === "written") return renderWritten(part, { page, file: pageFile, folder, options: part.options });
  const context: ApiContext = { page, file: part.file, folder, options: part.options };
  if (openSpec === undefined) throw new Error("an API page needs its description");
  const reader = openSpec(part.specKey, part.file);
  const drawn = part.kind === "channel" ? drawChannel(reader, part, context) : drawTarget(reader, part, context);
  if (drawn === undefined)
    throw new BuildProblem("the API description has lost what this page shows", { file: part.file });
  const { shown, intro } = drawn;
  if (!part.options.includesSpec) return { ...shown, content: [...intro, ...shown.content] };
  const excerpt = excerptBlock(drawn.excerpt(), context);
  return {
    ...shown,
    content: [...intro, { readers: shown.content, machines: [excerpt] }],
    aside: [{ readers: shown.aside, machines: [] }],
  };
}

function drawTarget(reader: SchemaReader, part: SpecPageApi, context: ApiContext): DrawnApi | undefined {
  const view = viewTarget(reader, part.target, part.options);
  if (view === undefined) return undefined;
  return {
    shown: view.kind === "schema" ? renderModel(view, context) : renderView(view, part, context),
    intro: view.kind === "schema" ? [] : renderContent(view.content, context),
    excerpt: () => specExcerpt(reader.document, part.target),
  };
}

function renderModel(view: ModelView, context: ApiContext): RenderedApi {
  const fields = element("div", { class: "fields" }, renderSchema(view.schema, "field", context));
  return { top: [], content: [fields], aside: renderModelExample(view, context), tester: "" };
}

function renderView(view: OperationView, part: SpecPageApi, context: ApiContext): RenderedApi {
  const description = part.describes ? renderDescription(view.description, context) : [];
  return {
    top: [...lead(description), ...renderMore({ tags: [], docs: view.docs }, context), renderEndpoint(view, context)],
    content: renderOperation(view, context),
    aside: renderExamples(view, context),
    tester: testerOf(view, context),
  };
}

/** Only for the Markdown, so nobody would see its colours. */
function excerptBlock(code: string, { file }: ApiContext): HtmlNode {
  return element("pre", { "data-language": "yaml", "data-title": file }, [element("code", {}, [code])]);
}

/** The fields of such a page are in its text already. */
function renderWritten(part: WrittenPageApi, context: ApiContext): RenderedApi {
  const view = writtenView(part, context.page.parameters);
  return {
    top: [renderEndpoint(view, context), ...renderAuth(view.auth, context)],
    content: [],
    aside: renderExamples(view, context),
    tester: testerOf(view, context),
  };
}

function testerOf(view: OperationView, { options, page: { words } }: ApiContext): string {
  return options.tester === "interactive" ? testerDialog(view, options, words).markup : "";
}
