import type { JsonValue } from "../../source/json-value.ts";

/** What a page shows of an API description: plain data, bounded, without references. Its hash decides what is rendered again. */
export interface OperationView {
  kind: "operation" | "webhook";
  /** Lower case. */
  method: string;
  /** The path with its `{parameters}`, or the name of a webhook. */
  path: string;
  summary: string | undefined;
  description: string | undefined;
  deprecated: boolean;
  servers: ServerView[];
  /** Each is one way to be let in. Empty when anyone is. */
  auth: AuthView[];
  parameters: ParameterView[];
  body: BodyView | undefined;
  responses: ResponseView[];
  callbacks: CallbackView[];
  samples: SampleView[];
  /** MDX of `x-mint`. */
  content: string | undefined;
  docs: DocsLinkView | undefined;
}

/** Where more is to be read. */
export interface DocsLinkView {
  url: string;
  description: string | undefined;
}

export interface ModelView {
  kind: "schema";
  name: string;
  schema: SchemaView;
  example: JsonValue | undefined;
}

export type ApiView = OperationView | ModelView;

export interface ServerView {
  /** With `{variables}`. */
  url: string;
  description: string | undefined;
  variables: { name: string; value: string; choices: string[]; description: string | undefined }[];
}

/** Everything one way of being let in asks for; an empty list means that nothing is asked. */
export interface AuthView {
  schemes: AuthSchemeView[];
}

export interface AuthSchemeView {
  /** The name of the scheme in the description. */
  id: string;
  kind: "bearer" | "basic" | "key" | "oauth2" | "openid" | "other";
  /** The header, query parameter or cookie that carries it. */
  name: string;
  place: "header" | "query" | "cookie";
  description: string | undefined;
  scopes: string[];
  /** What is said about scopes, by their names. */
  scopeNotes: Record<string, string>;
  /** Where tokens come from: the name of each OAuth flow with its addresses. */
  flows: { name: string; addresses: string[] }[];
  /** Where an OpenID provider describes itself. */
  discovery: string | undefined;
  /** How a bearer token is made, for example `JWT`. */
  format: string | undefined;
  /** What is written before the value, for example `Bearer`. */
  prefix: string | undefined;
  prefill: string | undefined;
}

export type ParameterPlace = "path" | "query" | "header" | "cookie";

export interface ParameterView extends FieldView {
  place: ParameterPlace;
  /** How a list or an object is written. */
  style: string;
  explode: boolean;
  /** True when the value is JSON text. */
  isJson: boolean;
  example: JsonValue | undefined;
  /** Whether the author gives the example. */
  isGiven: boolean;
  prefill: JsonValue | undefined;
}

export interface FieldView {
  name: string;
  required: boolean;
  deprecated: boolean;
  description: string | undefined;
  schema: SchemaView;
}

/** `Range: x ≥ 1`, `Pattern: ^a` and the like. The label is a word of the page's language. */
export interface FactView {
  label:
    | "default"
    | "always"
    | "oneOf"
    | "range"
    | "length"
    | "items"
    | "properties"
    | "multipleOf"
    | "pattern"
    | "example"
    | "location";
  value: string | FactPhrase;
  /** The type that it is a rule for, where a value may have several. */
  of?: string;
}

/** A value that is said in words, with the numbers that are filled into them. */
export interface FactPhrase {
  word: "atLeast" | "atMost" | "between" | "allDifferent";
  values: Record<string, string>;
}

export interface SchemaView {
  /** For people: `string<date-time>`, `object[]`, `string | null`. */
  type: string;
  /** The plain type of the value or of the items of a list, for forms. */
  base: string;
  /** The component it comes from. */
  name: string | undefined;
  description: string | undefined;
  facts: FactView[];
  choices: string[];
  /** What is said about each choice; empty where nothing is. */
  choiceNotes: (string | undefined)[];
  marks: ("readOnly" | "writeOnly")[];
  /** Words of the author that stand before and after the type. */
  pills: string[];
  fields: FieldView[];
  /** Fields that the bound of the page left out. */
  fieldsLeftOut: number;
  /** The values of names that are not listed. */
  additional: SchemaView | undefined;
  items: SchemaView | undefined;
  variants: { kind: "oneOf" | "anyOf"; options: VariantView[] } | undefined;
  /** Set where the tree ends before its leaves. */
  cut: "cycle" | "depth" | undefined;
}

export interface VariantView {
  title: string;
  schema: SchemaView;
}

export interface ContentView {
  type: string;
  schema: SchemaView | undefined;
  /** How the fields of a form are written, where the author says it. */
  encodings: Record<string, { style: string; explode: boolean }>;
  examples: ExampleView[];
}

export interface ExampleView {
  title: string | undefined;
  description: string | undefined;
  value: JsonValue;
  /** False when it was made from the schema. */
  given: boolean;
}

export interface BodyView {
  required: boolean;
  description: string | undefined;
  contents: ContentView[];
}

export interface ResponseView {
  status: string;
  description: string | undefined;
  headers: FieldView[];
  contents: ContentView[];
}

export interface CallbackView {
  name: string;
  method: string;
  address: string;
  description: string | undefined;
  body: BodyView | undefined;
  responses: ResponseView[];
}

export interface SampleView {
  language: string;
  label: string;
  source: string;
}
