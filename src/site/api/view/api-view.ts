import type { JsonValue } from "../../source/json-value.ts";
import type { Side } from "../read/channels.ts";

/**
 * The parts of an API description that a page shows, as plain data of limited size without references. A page is
 * rendered again only if the hash of its view changes.
 */
export type ApiView = OperationView | SchemaPageView;

export interface OperationView {
  kind: "operation" | "webhook";
  /** The method in lower case. */
  method: string;
  /** The path with its `{parameters}`, or the name of a webhook. */
  path: string;
  summary: string | undefined;
  description: string | undefined;
  deprecated: boolean;
  servers: ServerView[];
  /** Alternative ways to authenticate. Empty if no authentication is needed. */
  auth: AuthView[];
  parameters: ParameterView[];
  body: BodyView | undefined;
  responses: ResponseView[];
  callbacks: CallbackView[];
  samples: SampleView[];
  /** MDX from `x-mint`. */
  content: string | undefined;
  docs: DocsLinkView | undefined;
}

/** The author's own code sample. */
export interface SampleView {
  language: string;
  label: string;
  source: string;
}

export interface SchemaPageView {
  kind: "schema";
  name: string;
  schema: SchemaView;
  example: JsonValue | undefined;
}

export interface DocsLinkView {
  url: string;
  description: string | undefined;
}

export interface ServerView {
  /** With `{variables}`. */
  url: string;
  description: string | undefined;
  variables: { name: string; value: string; choices: string[] }[];
}

/** Schemes that are required together. An empty list means anonymous access. */
export interface AuthView<Scheme = AuthSchemeView> {
  schemes: Scheme[];
}

export interface AuthSchemeView {
  /** The scheme's name in the description. */
  id: string;
  kind: "bearer" | "basic" | "key" | "oauth2" | "openid" | "other";
  /** The header, query parameter or cookie that carries the credentials. */
  name: string;
  place: "header" | "query" | "cookie";
  description: string | undefined;
  scopes: string[];
  scopeNotes: Record<string, string>;
  /** OAuth flows with the addresses that issue tokens. */
  flows: { name: string; addresses: string[] }[];
  /** The OpenID discovery address. */
  discovery: string | undefined;
  /** The format of a bearer token, for example `JWT`. */
  format: string | undefined;
  /** A word before the value, for example `Bearer`. */
  prefix: string | undefined;
  prefill: string | undefined;
}

/** Authentication with a message broker. */
export interface BrokerSchemeView {
  kind: "broker";
  id: string;
  /** The key of the translation that explains the scheme. */
  explanation: "userPassword" | "keyAsUser" | "keyAsPassword" | "certificate" | "encryptionKey" | "sasl" | "kerberos";
  method: string;
  description: string | undefined;
}

export type ChannelAuthView = AuthView<AuthSchemeView | BrokerSchemeView>;

export type ParameterPlace = "path" | "query" | "header" | "cookie";

export interface ParameterView extends FieldView {
  place: ParameterPlace;
  /** How lists and objects are serialized. */
  style: string;
  explode: boolean;
  /** True when the value is JSON text. */
  isJson: boolean;
  example: JsonValue | undefined;
  /** Whether the author wrote the example. */
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

/** `Range: x ≥ 1`, `Pattern: ^a` and the like. The label is a translation key. */
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
  /** The type the rule applies to, if the value can have several types. */
  of?: string;
}

/** A translation key and the numbers to fill in. */
export interface FactPhrase {
  word: "atLeast" | "atMost" | "between" | "allDifferent";
  values: Record<string, string>;
}

export interface SchemaView {
  /** The label of the type: `string<date-time>`, `object[]`, `string | null`. */
  type: string;
  /** The plain type, for forms. */
  base: string;
  /** The name of the component that defines the schema. */
  name: string | undefined;
  description: string | undefined;
  facts: FactView[];
  choices: string[];
  /** A note for each choice; empty if no choice has a note. */
  choiceNotes: (string | undefined)[];
  marks: ("readOnly" | "writeOnly")[];
  /** The author's labels around the type. */
  pills: string[];
  fields: FieldView[];
  /** Fields dropped because the page is full. */
  fieldsLeftOut: number;
  /** The schema of properties that aren't listed. */
  additional: SchemaView | undefined;
  items: SchemaView | undefined;
  variants: { kind: "oneOf" | "anyOf"; options: VariantView[] } | undefined;
  /** The reason why the tree ends here. */
  cut: "cycle" | "depth" | undefined;
}

export interface VariantView {
  title: string;
  schema: SchemaView;
}

export interface ContentView {
  type: string;
  schema: SchemaView | undefined;
  /** How form fields are serialized, if the description defines it. */
  encodings: Record<string, { style: string; explode: boolean }>;
  examples: ExampleView[];
}

export interface ExampleView {
  title: string | undefined;
  value: JsonValue;
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

/** An AsyncAPI channel. */
export interface ChannelView extends AnnotationsView {
  /** The channel's key in the description. */
  name: string;
  /** The address with its `{parameters}`; undefined if the application chooses the address at run time. */
  address: string | undefined;
  summary: string | undefined;
  protocols: string[];
  servers: ChannelServerView[];
  /** Alternative ways to authenticate. Empty if they differ between the servers. */
  auth: ChannelAuthView[];
  parameters: FieldView[];
  /** The query parameters that a client passes when it opens a WebSocket. */
  query: SchemaView | undefined;
  headers: SchemaView | undefined;
  operations: ChannelOperationView[];
  bindings: BindingView[];
  /** MDX from `x-mint`. */
  content: string | undefined;
}

export interface ChannelServerView {
  name: string;
  /** With `{variables}`. */
  address: string;
  protocol: string | undefined;
  protocolVersion: string | undefined;
  description: string | undefined;
  variables: FieldView[];
  /** Empty if all servers have the same authentication, which the channel then shows once. */
  auth: ChannelAuthView[];
  bindings: BindingView[];
}

/** The fields that channels, their operations and messages have in common. */
export interface AnnotationsView {
  title: string | undefined;
  description: string | undefined;
  deprecated: boolean;
  tags: string[];
  docs: DocsLinkView | undefined;
}

export interface ChannelOperationView extends AnnotationsView {
  /** Undefined for messages that no operation sends or receives. */
  side: Side | undefined;
  name: string | undefined;
  auth: ChannelAuthView[];
  messages: MessageListView;
  reply: ReplyView | undefined;
  bindings: BindingView[];
}

export interface ReplyView {
  /** The address of the reply channel, if it differs from this channel. */
  address: string | undefined;
  /** The place in a message that has the reply address. */
  location: string | undefined;
  description: string | undefined;
  messages: MessageListView;
}

export interface MessageListView {
  shown: MessageView[];
  /** Messages dropped because the page is full. */
  leftOut: number;
}

export interface MessageView extends AnnotationsView {
  name: string;
  contentType: string | undefined;
  correlationId: { location: string | undefined; description: string | undefined } | undefined;
  headers: SchemaView | undefined;
  payload: PayloadView | undefined;
  bindings: BindingView[];
  examples: MessageExampleView[];
}

/** A payload in another schema language, such as Avro, is shown verbatim. */
export type PayloadView =
  | { kind: "schema"; schema: SchemaView }
  | { kind: "source"; format: string; language: string; source: string };

export interface MessageExampleView {
  title: string | undefined;
  headers: JsonValue | undefined;
  payload: JsonValue | undefined;
}

/** Settings that apply to one protocol. */
export interface BindingView {
  protocol: string;
  values: { name: string; value: string }[];
  fields: FieldView[];
}
