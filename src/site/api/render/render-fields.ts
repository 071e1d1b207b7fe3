import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { expandableElement } from "../../page/components/accordions.ts";
import { fieldElement } from "../../page/components/fields.ts";
import { slugOf } from "../../page/markdown/heading-ids.ts";
import { type ArticleWords, fillWord } from "../../translations/find-translations.ts";
import type { FactView, FieldView, ParameterView, SchemaView } from "../view/api-view.ts";
import type { ApiContext } from "./api-context.ts";
import { renderDescription } from "./render-description.ts";
import { fillNodes, specLink } from "./render-parts.ts";
import { renderVariants } from "./render-variants.ts";

/** A row for each field, with what is inside of it folded below. `path` makes the addresses of the rows. */
export function renderFields(fields: readonly FieldView[], path: string, context: ApiContext): HtmlNode[] {
  return fields.map((field) => renderField(field, path, context));
}

export function renderParameter(parameter: ParameterView, context: ApiContext): HtmlNode {
  return renderField(parameter, parameter.place, context);
}

function renderField(field: FieldView, path: string, context: ApiContext): HtmlNode {
  const { schema, name } = field;
  const { words } = context.page;
  const id = context.page.headingIds.claim(`${path}-${slugOf(name)}`);
  const known = schema.facts.find(({ label }) => label === "default");
  return fieldElement(
    {
      id,
      name,
      type: schema.type,
      required: field.required,
      deprecated: field.deprecated,
      defaultValue: typeof known?.value === "string" ? known.value : undefined,
      post: [...schema.marks.map((mark) => words[mark]), ...schema.pills],
    },
    [
      ...renderDescription(field.description, context),
      ...renderDescription(schema.description, context),
      ...renderFacts(schema, words),
      ...renderInside(schema, id, context),
    ],
    words,
  );
}

/** A whole schema without a name of its own: a body or a response. Its fields stand open. */
export function renderSchema(schema: SchemaView, path: string, context: ApiContext): HtmlNode[] {
  const content = insideOf(schema, path, context);
  const isPlain = schema.fields.length === 0 && schema.items === undefined;
  const type =
    isPlain && schema.type !== "object" ? [typeLine(schema)] : schema.items === undefined ? [] : [typeLine(schema)];
  return [
    ...renderDescription(schema.description, context),
    ...type,
    ...renderFacts(schema, context.page.words),
    ...content,
  ];
}

function typeLine(schema: SchemaView): HtmlNode {
  return element("p", { class: "api-type" }, [element("span", { class: "field-type" }, [schema.type])]);
}

/** Rules for the value, and the values it may have. */
function renderFacts({ facts, choices, choiceNotes }: SchemaView, words: ArticleWords): HtmlNode[] {
  const said = (value: FactView["value"]) =>
    typeof value === "string" ? value : fillWord(words[value.word], value.values);
  const byLabel = new Map<string, string[]>();
  for (const { label, value, of } of facts.filter(({ label }) => label !== "default")) {
    const name = of === undefined ? words[label] : `${of}: ${words[label]}`;
    byLabel.set(name, [...(byLabel.get(name) ?? []), said(value)]);
  }
  const rows = [...byLabel].map(([name, values]) => fact(name, values));
  if (choices.length > 0) {
    const name = choices.length === 1 ? words.always : words.oneOf;
    rows.unshift(choiceNotes.length === 0 ? fact(name, choices) : notedFact(name, choices, choiceNotes));
  }
  return rows.length === 0 ? [] : [element("dl", { class: "field-facts" }, rows)];
}

export function fact(label: string, values: string[]): HtmlNode {
  const codes = values.flatMap((value) => [element("code", {}, [value === "" ? '""' : value]), " "]);
  return element("div", {}, [element("dt", {}, [label]), element("dd", {}, codes)]);
}

/** Values with words about each, one below the other. */
export function notedFact(label: string, values: string[], notes: (string | undefined)[]): HtmlNode {
  const rows = values.map((value, index) => {
    const note = notes[index];
    const code = element("code", {}, [value === "" ? '""' : value]);
    return element("li", {}, note === undefined ? [code] : [code, ` – ${note}`]);
  });
  return element("div", {}, [element("dt", {}, [label]), element("dd", {}, [element("ul", {}, rows)])]);
}

function renderInside(schema: SchemaView, path: string, context: ApiContext): HtmlNode[] {
  if (schema.cut === "cycle" || schema.items?.cut === "cycle") return [cycleNote(schema, context)];
  const inside = insideOf(schema, path, context);
  if (inside.length === 0) return [];
  if (schema.cut === "depth") return inside;
  const { words } = context.page;
  return [expandableElement([words.childAttributes], inside, context.options.expandsFields, words)];
}

/** What is below a schema: its fields, the values of other names, the items of a list, its variants. */
function insideOf(schema: SchemaView, path: string, context: ApiContext): HtmlNode[] {
  if (schema.cut === "cycle") return [cycleNote(schema, context)];
  if (schema.cut === "depth") return [depthNote(context)];
  const nodes = renderFields(schema.fields, path, context);
  if (schema.additional !== undefined) {
    const field: FieldView = {
      name: "{key}",
      required: false,
      deprecated: false,
      description: schema.additional.description,
      schema: { ...schema.additional, description: undefined },
    };
    nodes.push(renderField(field, path, context));
  }
  if (schema.fieldsLeftOut > 0) nodes.push(leftOutNote(schema.fieldsLeftOut, context));
  if (schema.items !== undefined)
    nodes.push(...renderDescription(schema.items.description, context), ...insideOf(schema.items, path, context));
  if (schema.variants !== undefined) {
    nodes.push(renderVariants(schema.variants, context, (option) => renderSchema(option, path, context)));
  }
  return nodes;
}

function cycleNote(schema: SchemaView, { page: { words } }: ApiContext): HtmlNode {
  const name = schema.name ?? schema.items?.name;
  const said =
    name === undefined ? [words.sameFieldsAbove] : fillNodes(words.sameFields, { name: element("code", {}, [name]) });
  return element("p", { class: "api-note" }, said);
}

function depthNote(context: ApiContext): HtmlNode {
  return element("p", { class: "api-note" }, fillNodes(context.page.words.furtherFields, { link: specLink(context) }));
}

function leftOutNote(count: number, context: ApiContext): HtmlNode {
  const values = { count: count.toLocaleString("en"), link: specLink(context) };
  return element("p", { class: "api-note" }, fillNodes(context.page.words.moreFields, values));
}
