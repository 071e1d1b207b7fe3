import { expandableElement } from "../../page/components/accordions.ts";
import { fieldElement } from "../../page/components/fields.ts";
import { fieldSlug } from "../../page/markdown/heading-ids.ts";
import { element, type HtmlNode } from "../../shared/html/html-node.ts";
import { type ArticleWords, fillWord } from "../../translations/find-translations.ts";
import type { FieldView, SchemaView } from "../view/api-view.ts";
import { asField } from "../view/schema-view.ts";
import { fact, factList, fillNodes, note, notedFact, specLink, tabs } from "./api-elements.ts";
import { type ApiContext, renderMarkdown } from "./render-markdown.ts";

/** A row per field, with its children folded below. `path` is the prefix of the rows' anchors. */
export function renderFields(fields: readonly FieldView[], path: string, context: ApiContext): HtmlNode[] {
  return fields.map((field) => renderField(field, path, context));
}

function renderField(field: FieldView, path: string, context: ApiContext): HtmlNode {
  const { schema, name, required, deprecated } = field;
  const { words, headingIds } = context.page;
  const id = headingIds.claim(`${path}-${fieldSlug(name)}`);
  const known = schema.facts.find(({ label }) => label === "default")?.value;
  const defaultValue = typeof known === "string" ? known : undefined;
  const post = [...schema.marks.map((mark) => words[mark]), ...schema.pills];
  return fieldElement(
    { id, name, type: schema.type, required, deprecated, defaultValue, post },
    [
      ...renderMarkdown(field.description, context),
      ...renderMarkdown(schema.description, context),
      ...renderFacts(schema, words),
      ...renderFoldedChildren(schema, id, context),
    ],
    words,
  );
}

/** A schema that isn't a field itself, such as a body or a response. Its fields are shown without unfolding. */
export function renderSchema(schema: SchemaView, path: string, context: ApiContext): HtmlNode[] {
  const children = renderChildren(schema, path, context);
  const showsType = schema.items !== undefined || (schema.fields.length === 0 && schema.type !== "object");
  const type = element("p", { class: "api-type" }, [element("span", { class: "field-type" }, [schema.type])]);
  return [
    ...renderMarkdown(schema.description, context),
    ...(showsType ? [type] : []),
    ...renderFacts(schema, context.page.words),
    ...children,
  ];
}

/** The constraints on a value, and its allowed values. */
function renderFacts({ facts, choices, choiceNotes }: SchemaView, words: ArticleWords): HtmlNode[] {
  const byLabel = new Map<string, string[]>();
  for (const { label, value, of } of facts.filter(({ label }) => label !== "default")) {
    const name = of === undefined ? words[label] : `${of}: ${words[label]}`;
    const text = typeof value === "string" ? value : fillWord(words[value.word], value.values);
    byLabel.set(name, [...(byLabel.get(name) ?? []), text]);
  }
  const rows = [...byLabel].map(([name, values]) => fact(name, values));
  if (choices.length > 0) {
    const name = choices.length === 1 ? words.always : words.oneOf;
    rows.unshift(choiceNotes.length === 0 ? fact(name, choices) : notedFact(name, choices, choiceNotes));
  }
  return factList(rows);
}

function renderFoldedChildren(schema: SchemaView, path: string, context: ApiContext): HtmlNode[] {
  if (schema.cut === "cycle" || schema.items?.cut === "cycle") return [cycleNote(schema, context)];
  const children = renderChildren(schema, path, context);
  if (children.length === 0 || schema.cut === "depth") return children;
  const { words } = context.page;
  return [expandableElement([words.childAttributes], children, context.options.expandsFields, words)];
}

/** The fields of a schema, its additional properties, the items of a list, and variants. */
function renderChildren(schema: SchemaView, path: string, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  if (schema.cut === "cycle") return [cycleNote(schema, context)];
  if (schema.cut === "depth") return [note(fillNodes(words.furtherFields, { link: specLink(context) }))];
  const nodes = renderFields(schema.fields, path, context);
  if (schema.additional !== undefined) nodes.push(renderField(asField("{key}", schema.additional), path, context));
  if (schema.fieldsLeftOut > 0) {
    const values = { count: schema.fieldsLeftOut.toLocaleString("en"), link: specLink(context) };
    nodes.push(note(fillNodes(words.moreFields, values)));
  }
  if (schema.items !== undefined)
    nodes.push(...renderMarkdown(schema.items.description, context), ...renderChildren(schema.items, path, context));
  if (schema.variants !== undefined) nodes.push(renderVariants(schema.variants, path, context));
  return nodes;
}

/** Each variant in a tab. */
function renderVariants(
  { kind, options }: NonNullable<SchemaView["variants"]>,
  path: string,
  context: ApiContext,
): HtmlNode {
  const { words } = context.page;
  const panels = options.map(({ title, schema }) => ({ title, content: renderSchema(schema, path, context) }));
  return element("div", { class: "variants" }, [
    element("p", { class: "variants-rule" }, [kind === "oneOf" ? words.oneOfForms : words.anyOfForms]),
    tabs(panels, "variants", context),
  ]);
}

function cycleNote(schema: SchemaView, { page: { words } }: ApiContext): HtmlNode {
  const name = schema.name ?? schema.items?.name;
  if (name === undefined) return note([words.sameFieldsAbove]);
  return note(fillNodes(words.sameFields, { name: element("code", {}, [name]) }));
}
