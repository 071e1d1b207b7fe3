import type { JsonValue } from "../../source/json-value.ts";
import type { AuthSchemeView, DocsLinkView, FieldView, SchemaView } from "./api-view.ts";

/** What a page shows of a channel: plain data, bounded, without references. Its hash decides what is rendered again. */
export interface ChannelView {
  /** The key of the channel in the description. */
  name: string;
  /** With its `{parameters}`; undefined when the application chooses it while it runs. */
  address: string | undefined;
  title: string | undefined;
  summary: string | undefined;
  description: string | undefined;
  deprecated: boolean;
  /** Of its servers; without them, of what it says about protocols. */
  protocols: string[];
  servers: ChannelServerView[];
  /** Each is one way to be let in. Empty when the servers differ in it. */
  access: AccessView[];
  parameters: FieldView[];
  /** What opening a WebSocket takes along. */
  query: SchemaView | undefined;
  headers: SchemaView | undefined;
  operations: ChannelOperationView[];
  bindings: BindingView[];
  tags: string[];
  docs: DocsLinkView | undefined;
  /** MDX of `x-mint`. */
  content: string | undefined;
}

/** What the reader does, who talks with the application that is described. */
export type Side = "send" | "receive";

export interface ChannelOperationView {
  /** Undefined for messages of a channel of which nobody says who sends them. */
  side: Side | undefined;
  /** What the author calls it. */
  name: string | undefined;
  title: string | undefined;
  description: string | undefined;
  deprecated: boolean;
  access: AccessView[];
  messages: MessageListView;
  reply: ReplyView | undefined;
  bindings: BindingView[];
  tags: string[];
  docs: DocsLinkView | undefined;
}

export interface ReplyView {
  /** The address of the channel of the reply, when it is another one. */
  address: string | undefined;
  /** Where in a message the address stands, when it is only known then. */
  location: string | undefined;
  description: string | undefined;
  messages: MessageListView;
}

export interface MessageListView {
  shown: MessageView[];
  /** Messages that the bound of the page left out. */
  leftOut: number;
}

export interface MessageView {
  name: string;
  title: string | undefined;
  description: string | undefined;
  deprecated: boolean;
  contentType: string | undefined;
  correlationId: { location: string | undefined; description: string | undefined } | undefined;
  headers: SchemaView | undefined;
  payload: PayloadView | undefined;
  bindings: BindingView[];
  tags: string[];
  docs: DocsLinkView | undefined;
  examples: MessageExampleView[];
}

/** A payload that is written in another language of schemas, such as Avro, is shown as it is. */
export type PayloadView =
  | { kind: "schema"; schema: SchemaView }
  | { kind: "source"; format: string; language: string; source: string };

export interface MessageExampleView {
  title: string | undefined;
  headers: JsonValue | undefined;
  payload: JsonValue | undefined;
}

export interface ChannelServerView {
  name: string;
  /** With `{variables}`. */
  address: string;
  protocol: string | undefined;
  protocolVersion: string | undefined;
  description: string | undefined;
  variables: FieldView[];
  /** What only this server asks for. */
  access: AccessView[];
  bindings: BindingView[];
}

/** Everything one way of being let in asks for; an empty list means that nothing is asked. */
export interface AccessView {
  schemes: AccessSchemeView[];
}

/** The ways of the web are those of OpenAPI; brokers have more. */
export type AccessSchemeView = AuthSchemeView | BrokerSchemeView;

export interface BrokerSchemeView {
  kind: "broker";
  id: string;
  says: "userPassword" | "keyAsUser" | "keyAsPassword" | "certificate" | "encryptionKey" | "sasl" | "kerberos";
  /** The name of the method where there are several. */
  method: string;
  description: string | undefined;
}

/** What is only true for one protocol. */
export interface BindingView {
  protocol: string;
  values: { name: string; value: string }[];
  fields: FieldView[];
}
