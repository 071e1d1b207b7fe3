import type { HttpMethod } from "./http-methods.ts";

/** The settings of an API page in docs.json and its frontmatter, as plain data to hash and send to other processes. */
export interface ApiPageOptions {
  /** With `none`, there is no tester and no button. With `simple`, the button only copies the request. */
  tester: "interactive" | "simple" | "none";
  /** Whether the browser sends the reader's cookies along. */
  credentials: boolean;
  showsServer: boolean;
  expandsFields: boolean;
  pillKeys: readonly string[];
  languages: readonly string[];
  requiredOnly: boolean;
  prefills: boolean;
  generatesSamples: boolean;
  /** Whether the page's Markdown contains the API description itself, which programs read better than tables. */
  includesSpec: boolean;
}

/** A page that shows an operation, webhook or schema of an OpenAPI description. */
export interface SpecPageApi {
  kind: "spec";
  file: string;
  /**
   * The description's key in the build cache. It isn't part of the page's hash, because changes to other operations
   * change the key too.
   */
  specKey: string;
  target: ApiTarget;
  /** Whether a text of the description has a condition on the reader's groups, which then are part of the page's hash. */
  asksGroups?: boolean;
  options: ApiPageOptions;
  /** True if the API reference shows the operation's description, because the page has none. */
  describes: boolean;
}

/** A page that shows a channel of an AsyncAPI description. */
export interface ChannelPageApi extends Omit<SpecPageApi, "kind" | "target"> {
  kind: "channel";
  channel: string;
}

/** A page whose frontmatter names an endpoint with `api:`, and whose text describes its fields. */
export interface MdxPageApi {
  kind: "mdx";
  method: string;
  path: string;
  servers: string[];
  auth: { method: string; name: string | undefined } | undefined;
  options: ApiPageOptions;
}

/** A page that shows an operation or type of a GraphQL schema. */
export interface GraphqlPageApi extends Omit<SpecPageApi, "kind" | "target"> {
  kind: "graphql";
  target: GraphqlTarget;
  /** The folder of the schema's pages, for links between them. */
  directory: string;
}

/** A page whose API description could not be read. */
interface MissingPageApi {
  kind: "missing";
}

export type PageApi = SpecPageApi | ChannelPageApi | GraphqlPageApi | MdxPageApi | MissingPageApi;

/** The part of an OpenAPI description that a page shows. */
export type ApiTarget =
  | { kind: "operation"; method: HttpMethod; path: string }
  | { kind: "webhook"; name: string }
  | { kind: "schema"; name: string };

/** The part of a GraphQL schema that a page shows: an operation or a type. */
export interface GraphqlTarget {
  kind: "query" | "mutation" | "subscription" | "object" | "input" | "enum" | "interface" | "union" | "scalar";
  name: string;
}

/** The API reference of a page, as planned. */
export interface PlannedApi {
  part: PageApi;
  /** A hash of everything that is shown. If the hash is unchanged, the article is unchanged too. */
  hash: string;
  /** The method or protocol the navigation shows next to the title. */
  badge: string | undefined;
  /** The servers to which the request tester may send requests. */
  origins: string[];
  /** True for a page without a file, made from the description alone. */
  isGenerated?: boolean;
  /** True if the API reference shows the description, so the head of the page must not repeat it. */
  describes: boolean;
}
