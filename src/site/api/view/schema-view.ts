import { isJsonObject, type JsonValue } from "../../source/json-value.ts";
import {
  type Discriminator,
  discriminatorValue,
  extendTrail,
  isRecursive,
  type NormalSchema,
  normalizeSchema,
  type SchemaTrail,
} from "../read/normal-schema.ts";
import { objectField, own, type SpecDocument, textField } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import { descriptionOf, joinTexts } from "./annotations.ts";
import type { FieldView, SchemaView, VariantView } from "./api-view.ts";
import { constantOptions, rulesOfType, schemaChoices, schemaFacts, schemaPills } from "./schema-facts.ts";
import { baseType, typeLabel } from "./schema-type.ts";

/** How much a page can still grow. All parts of a page share one budget. */
export interface ViewBudget {
  depthMax: number;
  fieldsLeft: number;
  messagesLeft: number;
  exampleBytesLeft: number;
  /** Extension keys that are shown next to the type. */
  pillKeys: readonly string[];
}

/** A request leaves out read-only fields, and a response leaves out write-only fields. */
export type Direction = "request" | "response";

/** Makes a view that fits on a page. If it is too large, the deepest levels are dropped in all parts of the page. */
export function viewWithinBudget<View>(
  pillKeys: readonly string[],
  makeView: (budget: ViewBudget) => View | undefined,
): View | undefined {
  let view: View | undefined;
  for (const depthMax of [specLimits.fieldDepthMax, 6, 4, 3, 2, 1]) {
    const budget: ViewBudget = {
      depthMax,
      fieldsLeft: specLimits.fieldsMax,
      messagesLeft: specLimits.messagesMax,
      exampleBytesLeft: specLimits.messageExampleBytesMax,
      pillKeys,
    };
    view = makeView(budget);
    if (view === undefined || budget.fieldsLeft > 0) break;
  }
  return view;
}

/** A schema as a tree. Cycles and deep levels are cut, so the tree is always finite. */
export function viewSchema(
  document: SpecDocument,
  schema: JsonValue | undefined,
  budget: ViewBudget,
  direction?: Direction,
): SchemaView {
  return view({ document, budget, direction }, normalizeSchema(document, schema), 0, []);
}

/** A named value. The description moves from the schema to the field. */
export function asField(
  name: string,
  schema: SchemaView,
  given: Partial<Pick<FieldView, "required" | "deprecated" | "description">> = {},
): FieldView {
  const { description } = schema;
  return {
    name,
    required: false,
    deprecated: false,
    description,
    ...given,
    schema: { ...schema, description: undefined },
  };
}

/** A schema without fields, items or variants. */
export function leafSchema(given: Pick<SchemaView, "type" | "base"> & Partial<SchemaView>): SchemaView {
  return {
    name: undefined,
    description: undefined,
    facts: [],
    choices: [],
    choiceNotes: [],
    marks: [],
    pills: [],
    fields: [],
    fieldsLeftOut: 0,
    additional: undefined,
    items: undefined,
    variants: undefined,
    cut: undefined,
    ...given,
  };
}

/** Whether a field is left out of a request or response. */
export function isLeftOut({ keywords }: NormalSchema, direction: Direction | undefined): boolean {
  if (direction === undefined) return false;
  return own(keywords, direction === "request" ? "readOnly" : "writeOnly") === true;
}

interface Walk {
  document: SpecDocument;
  budget: ViewBudget;
  direction: Direction | undefined;
}

function view(walk: Walk, normal: NormalSchema, depth: number, trail: SchemaTrail): SchemaView {
  const { document, budget } = walk;
  const { keywords } = normal;
  const shown = leafSchema({
    type: typeLabel(document, normal),
    base: baseType(normal),
    name: normal.name,
    description: descriptionOf(keywords),
    facts: schemaFacts(normal),
    ...schemaChoices(document, normal),
    marks: (["readOnly", "writeOnly"] as const).filter((mark) => own(keywords, mark) === true),
    pills: schemaPills(keywords, budget.pillKeys),
  });
  if (!hasChildren(normal)) return shown;
  if (isRecursive(normal, trail)) return { ...shown, cut: "cycle" };
  if (depth >= budget.depthMax || budget.fieldsLeft <= 0) return { ...shown, cut: "depth" };
  const below = extendTrail(trail, normal);
  addFields(walk, shown, normal, depth, below);
  if (isJsonObject(normal.additional) && Object.keys(normal.additional).length > 0) {
    shown.additional = child(walk, normal.additional, depth + 1, below);
  }
  if (normal.items !== undefined) {
    const items = child(walk, normal.items, depth, below);
    if (hasContent(items)) shown.items = items;
    else absorbItems(shown, items);
  }
  addVariants(walk, shown, normal, depth, below);
  return shown;
}

function child(walk: Walk, schema: JsonValue, depth: number, trail: SchemaTrail): SchemaView {
  return view(walk, normalizeSchema(walk.document, schema), depth, trail);
}

/** Plain items have no rows of their own, so the list shows their description and rules. */
function absorbItems(shown: SchemaView, items: SchemaView): void {
  shown.description = joinTexts(shown.description, items.description);
  shown.facts.push(...rulesOfType({ ...items, choices: [] }));
  if (shown.facts.every(({ label }) => label !== "example")) {
    shown.facts.push(...items.facts.filter(({ label }) => label === "example"));
  }
}

function addFields(walk: Walk, shown: SchemaView, normal: NormalSchema, depth: number, below: SchemaTrail): void {
  const { budget, document, direction } = walk;
  for (const [name, schema] of [...normal.properties, ...patternsOf(normal)]) {
    if (budget.fieldsLeft <= 0) {
      shown.fieldsLeftOut += 1;
      continue;
    }
    const property = normalizeSchema(document, schema);
    if (isLeftOut(property, direction)) continue;
    budget.fieldsLeft -= 1;
    const required = normal.required.has(name);
    const deprecated = own(property.keywords, "deprecated") === true;
    shown.fields.push(asField(name, view(walk, property, depth + 1, below), { required, deprecated }));
  }
}

/** Properties whose names match a pattern. */
function patternsOf({ keywords }: NormalSchema): [string, JsonValue][] {
  return Object.entries(objectField(keywords, "patternProperties"));
}

/** Variants that are only types, such as a string or a number, are shown in the type label and as rules. */
function addVariants(walk: Walk, shown: SchemaView, normal: NormalSchema, depth: number, below: SchemaTrail): void {
  const { variants } = normal;
  if (variants === undefined || variants.options.length < 2 || constantOptions(walk.document, normal)) return;
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
  const title = isJsonObject(option) ? textField(option, "title") : undefined;
  const isPlain = schema.type !== "object" && schema.type !== "any";
  return title ?? schema.name ?? (isPlain ? schema.type : `Option ${index + 1}`);
}

/** Shows the discriminator's value in its row, unless the variant defines it itself. */
function showDiscriminator(schema: SchemaView, discriminator: Discriminator, option: JsonValue): void {
  const value = discriminatorValue(discriminator, option);
  const field = schema.fields.find(({ name }) => name === discriminator.property);
  if (value === undefined || field === undefined) return;
  const { choices, facts } = field.schema;
  const isDefined = choices.length === 1 || facts.some(({ label }) => label === "always");
  const isMapped = Object.keys(discriminator.mapping).length > 0;
  if (!isDefined && (isMapped || choices.length === 0)) {
    field.schema = { ...field.schema, choices: [value], choiceNotes: [] };
  }
}

function hasChildren(normal: NormalSchema): boolean {
  return (
    normal.properties.size > 0 ||
    normal.items !== undefined ||
    normal.variants !== undefined ||
    isJsonObject(normal.additional) ||
    patternsOf(normal).length > 0
  );
}

/** Whether there is something to unfold below the type. */
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
