import { isJsonObject, type JsonValue } from "../../source/json-value.ts";
import { type NormalSchema, normaliseSchema, type SchemaReader } from "../read/normal-schema.ts";
import { own, textOf } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import type { FieldView, SchemaView, VariantView } from "./api-view.ts";
import { showDiscriminator } from "./discriminator.ts";
import { areConstants, schemaChoices } from "./schema-choices.ts";
import { rulesOfType, schemaFacts, schemaPills } from "./schema-facts.ts";
import { beginsAgain, type SchemaTrail, trailInto } from "./schema-trail.ts";
import { baseType, typeLabel } from "./schema-type.ts";

/** What a view may still grow by. One budget is shared by everything on a page. */
export interface ViewBudget {
  depthMax: number;
  fieldsLeft: number;
  /** Keys of the description that authors want to see beside the type. */
  pillKeys: readonly string[];
}

/** A request leaves out what only the server sets, a response what only the client sends. */
export type Direction = "request" | "response";

/** A schema as a tree for a reader. Cycles and what is too deep end with a mark, so the tree is always finite. */
export function viewSchema(
  reader: SchemaReader,
  schema: JsonValue | undefined,
  budget: ViewBudget,
  direction?: Direction,
): SchemaView {
  return view({ reader, budget, direction }, normaliseSchema(reader, schema), 0, []);
}

/** Whether a field has no place in a request or in a response. */
export function isLeftOut({ keywords }: NormalSchema, direction: Direction | undefined): boolean {
  if (direction === undefined) return false;
  return own(keywords, direction === "request" ? "readOnly" : "writeOnly") === true;
}

interface Walk {
  reader: SchemaReader;
  budget: ViewBudget;
  direction: Direction | undefined;
}

function view(walk: Walk, normal: NormalSchema, depth: number, trail: SchemaTrail): SchemaView {
  const { reader, budget } = walk;
  const shown: SchemaView = {
    type: typeLabel(reader, normal),
    base: baseType(normal),
    name: normal.name,
    description: cutText(textOf(normal.keywords, "description")),
    facts: schemaFacts(normal),
    ...schemaChoices(reader, normal),
    marks: marksOf(normal),
    pills: schemaPills(normal.keywords, budget.pillKeys),
    fields: [],
    fieldsLeftOut: 0,
    additional: undefined,
    items: undefined,
    variants: undefined,
    cut: undefined,
  };
  if (!holdsMore(normal)) return shown;
  if (beginsAgain(normal, trail)) return { ...shown, cut: "cycle" };
  if (depth >= budget.depthMax || budget.fieldsLeft <= 0) return { ...shown, cut: "depth" };
  const below = trailInto(normal, trail);
  addFields(walk, shown, normal, depth, below);
  if (isJsonObject(normal.additional) && Object.keys(normal.additional).length > 0) {
    shown.additional = child(walk, normal.additional, depth + 1, below);
  }
  if (normal.items !== undefined) {
    const items = child(walk, normal.items, depth, below);
    if (hasContent(items)) shown.items = items;
    else tellItems(shown, items);
  }
  addVariants(walk, shown, normal, depth, below);
  return shown;
}

function child(walk: Walk, schema: JsonValue, depth: number, trail: SchemaTrail): SchemaView {
  return view(walk, normaliseSchema(walk.reader, schema), depth, trail);
}

/** Items that are plain values have no rows of their own, so what is said of them is said of the list. */
function tellItems(shown: SchemaView, items: SchemaView): void {
  shown.description = joinTexts(shown.description, items.description);
  shown.facts.push(...rulesOfType({ ...items, choices: [] }));
  if (shown.facts.every(({ label }) => label !== "example")) {
    shown.facts.push(...items.facts.filter(({ label }) => label === "example"));
  }
}

function addFields(walk: Walk, shown: SchemaView, normal: NormalSchema, depth: number, below: SchemaTrail): void {
  const { budget, reader, direction } = walk;
  for (const [name, schema] of [...normal.properties, ...patternsOf(normal)]) {
    if (budget.fieldsLeft <= 0) {
      shown.fieldsLeftOut += 1;
      continue;
    }
    const property = normaliseSchema(reader, schema);
    if (isLeftOut(property, direction)) continue;
    budget.fieldsLeft -= 1;
    shown.fields.push(fieldOf(name, normal.required.has(name), property, view(walk, property, depth + 1, below)));
  }
}

/** Properties whose names follow a pattern. */
function patternsOf({ keywords }: NormalSchema): [string, JsonValue][] {
  const patterns = own(keywords, "patternProperties");
  return isJsonObject(patterns) ? Object.entries(patterns) : [];
}

function fieldOf(name: string, required: boolean, normal: NormalSchema, schema: SchemaView): FieldView {
  const deprecated = own(normal.keywords, "deprecated") === true;
  return { name, required, deprecated, description: schema.description, schema: { ...schema, description: undefined } };
}

/** Variants that are only types, such as a string or a number, are told by the type itself and by their rules. */
function addVariants(walk: Walk, shown: SchemaView, normal: NormalSchema, depth: number, below: SchemaTrail): void {
  const { variants } = normal;
  if (variants === undefined || variants.options.length < 2 || areConstants(walk.reader, normal)) return;
  const options: VariantView[] = [];
  for (const option of variants.options) {
    if (walk.budget.fieldsLeft <= 0) break;
    walk.budget.fieldsLeft -= 1;
    const schema = child(walk, option, depth + 1, below);
    if (variants.discriminator !== undefined) showDiscriminator(schema, variants.discriminator, option);
    options.push({ title: variantTitle(option, schema, options.length), schema });
  }
  if (options.some(({ schema }) => hasContent(schema) || schema.description !== undefined)) {
    shown.variants = { kind: variants.kind, options };
  } else shown.facts.push(...options.flatMap(({ schema }) => rulesOfType(schema)));
}

function variantTitle(option: JsonValue, schema: SchemaView, index: number): string {
  const title = isJsonObject(option) ? textOf(option, "title") : undefined;
  return (
    title ?? schema.name ?? (schema.type === "object" || schema.type === "any" ? `Option ${index + 1}` : schema.type)
  );
}

function holdsMore(normal: NormalSchema): boolean {
  return (
    normal.properties.size > 0 ||
    normal.items !== undefined ||
    normal.variants !== undefined ||
    isJsonObject(normal.additional) ||
    patternsOf(normal).length > 0
  );
}

/** True when there is something to unfold below the type. */
function hasContent(schema: SchemaView): boolean {
  return (
    schema.fields.length > 0 ||
    schema.fieldsLeftOut > 0 ||
    schema.additional !== undefined ||
    schema.items !== undefined ||
    schema.variants !== undefined ||
    schema.cut !== undefined
  );
}

function marksOf({ keywords }: NormalSchema): SchemaView["marks"] {
  const marks: SchemaView["marks"] = [];
  if (own(keywords, "readOnly") === true) marks.push("readOnly");
  if (own(keywords, "writeOnly") === true) marks.push("writeOnly");
  return marks;
}

/** What is said of a value in two places, once where both say the same. */
export function joinTexts(near: string | undefined, far: string | undefined): string | undefined {
  if (near === undefined || far === undefined || near.includes(far.trim())) return cutText(near ?? far);
  return cutText(`${near}\n\n${far}`);
}

export function cutText(text: string | undefined): string | undefined {
  return text?.slice(0, specLimits.descriptionLengthMax);
}
