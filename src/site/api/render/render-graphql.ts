import { expandableElement } from "../../page/components/accordions.ts";
import { fieldElement } from "../../page/components/fields.ts";
import { slugOf } from "../../page/markdown/heading-ids.ts";
import type { RenderedApi } from "../../page/render-page.ts";
import { element, type HtmlNode } from "../../shared/html/html-node.ts";
import type { GraphqlPageApi } from "../../source/page-api.ts";
import { fillWord } from "../../translations/find-translations.ts";
import { findGraphqlPages } from "../graphql/graphql-pages.ts";
import type { GraphqlSchema, GraphqlValue } from "../graphql/graphql-schema.ts";
import { type GraphqlFieldView, type GraphqlTypeLink, type GraphqlView, viewGraphql } from "../graphql/view-graphql.ts";
import type { SpecDocument } from "../read/spec-document.ts";
import type { CodeSample } from "../view/samples/request-samples.ts";
import { fieldList, fillNodes, lead, methodBadge, note, section, specLink, tagsAndDocs } from "./api-elements.ts";
import { exampleBox } from "./render-examples.ts";
import { type ApiContext, renderMarkdown } from "./render-markdown.ts";

/** The page of an operation or type. Undefined if the schema no longer has it. */
export function renderGraphql(
  document: SpecDocument,
  api: GraphqlPageApi,
  context: ApiContext,
): RenderedApi | undefined {
  const { open, pathOf } = findGraphqlPages(document.root as unknown as GraphqlSchema);
  const view = viewGraphql(open, api.target, pathOf);
  if (view === undefined) return undefined;
  const inFolder: GraphqlContext = {
    ...context,
    hrefOf: (path) => path && `/${[api.directory, path].filter((part) => part !== "").join("/")}`,
  };
  return {
    top: [...lead([...renderMarkdown(view.description, context), ...deprecation(view, inFolder)]), renderHead(view)],
    content: renderContent(view, inFolder),
    aside: renderSamples(view, context),
    tester: "",
  };
}

interface GraphqlContext extends ApiContext {
  /** The address of a page of the schema. */
  hrefOf(path: string | undefined): string | undefined;
}

function renderHead({ kind, name }: GraphqlView): HtmlNode {
  return element("div", { class: "endpoint" }, [
    methodBadge(kind),
    " ",
    element("code", { class: "endpoint-path" }, [name]),
  ]);
}

/** The reason is Markdown, and often names a replacement. On the page, the title says that it is deprecated. */
function deprecation({ deprecated }: GraphqlValue | GraphqlView, context: GraphqlContext): HtmlNode[] {
  if (deprecated === undefined || deprecated.trim() === "") return [];
  const mark = element("span", { class: "field-deprecated" }, [context.page.words.deprecated]);
  const note = element("div", { class: "api-note" }, renderMarkdown(deprecated, context));
  return [{ onPage: [note], inMarkdown: [{ ...note, children: [mark, " ", ...note.children] }] }];
}

function renderContent(view: GraphqlView, context: GraphqlContext): HtmlNode[] {
  const { words } = context.page;
  const { returns, fieldsLeftOut, usesLeftOut, specifiedBy } = view;
  const values = { count: fieldsLeftOut.toLocaleString("en"), link: specLink(context) };
  const more = fieldsLeftOut === 0 ? [] : [note(fillNodes(words.moreFields, values))];
  const moreUses =
    usesLeftOut === 0 ? [] : [note([fillWord(words.moreUses, { count: usesLeftOut.toLocaleString("en") })])];
  const docs = specifiedBy?.startsWith("https://") ? { url: specifiedBy, description: undefined } : undefined;
  return [
    ...section("arguments", renderFields(view.arguments, "argument", context), context),
    ...section("returns", returns === undefined ? [] : linkList([returns], context), context),
    ...section("fields", [...renderFields(view.fields, "field", context), ...more], context),
    ...section("values", renderValues(view.values, context), context),
    ...section("implements", linkList(view.interfaces, context), context),
    ...section("possibleTypes", linkList(view.possibleTypes, context), context),
    ...section("usedBy", [...linkList(view.usedBy, context), ...moreUses], context),
    ...tagsAndDocs({ tags: [], docs }, context),
  ];
}

function renderFields(fields: readonly GraphqlFieldView[], path: string, context: GraphqlContext): HtmlNode[] {
  return fieldList(fields.map((field) => renderField(field, path, context)));
}

function renderField(field: GraphqlFieldView, path: string, context: GraphqlContext): HtmlNode {
  const { words, headingIds } = context.page;
  const { name, type, required, defaultValue } = field;
  const id = headingIds.claim(`${path}-${slugOf(name)}`);
  const inside = field.arguments.map((argument) => renderField(argument, id, context));
  const deprecated = field.deprecated !== undefined;
  return fieldElement(
    { id, name, type: type.label, typeHref: context.hrefOf(type.path), required, deprecated, defaultValue },
    [
      ...renderMarkdown(field.description, context),
      ...renderMarkdown(field.deprecated, context),
      ...(inside.length === 0
        ? []
        : [expandableElement([words.arguments], inside, context.options.expandsFields, words)]),
    ],
    words,
  );
}

function renderValues(values: readonly GraphqlValue[], context: GraphqlContext): HtmlNode[] {
  const { words, headingIds } = context.page;
  return fieldList(
    values.map((value) => {
      const id = headingIds.claim(`value-${slugOf(value.name)}`);
      const body = [...renderMarkdown(value.description, context), ...renderMarkdown(value.deprecated, context)];
      return fieldElement({ id, name: value.name, deprecated: value.deprecated !== undefined }, body, words);
    }),
  );
}

function linkList(links: readonly GraphqlTypeLink[], { hrefOf }: GraphqlContext): HtmlNode[] {
  const names = links.map(({ label, path }) => {
    const href = hrefOf(path);
    const name = element("code", {}, [label]);
    return href === undefined ? name : element("a", { href }, [name]);
  });
  if (names.length < 2) return names.map((name) => element("p", {}, [name]));
  const items = names.map((name) => element("li", {}, [name]));
  return [element("ul", { class: "type-list" }, items)];
}

function renderSamples({ sample, example, name }: GraphqlView, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  const json = (title: string, code: string): CodeSample => ({ title, language: "json", code });
  if (example !== undefined) return exampleBox(words.example, [json(name, example)], false, context);
  if (sample === undefined) return [];
  const { operation, variables, response } = sample;
  const request: CodeSample[] = [{ title: words.operation, language: "graphql", code: operation }];
  if (variables !== undefined) request.push(json(words.variables, variables));
  return [
    ...exampleBox(words.requestExample, request, false, context),
    ...exampleBox(words.responseExample, [json(words.response, response)], false, context),
  ];
}
