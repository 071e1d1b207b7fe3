import type { HttpMethod } from "./http-methods.ts";

/** What the settings and the frontmatter say about an API page. Plain data: it is hashed and sent to another process. */
export interface ApiPageOptions {
  /** `none`: no tester and no button; `simple`: the button only copies; `auth`: only for readers who have signed in. */
  tester: "interactive" | "simple" | "none";
  /** Whether the browser may send the reader's cookies along. */
  credentials: boolean;
  showsServer: boolean;
  expandsFields: boolean;
  pillKeys: readonly string[];
  languages: readonly string[];
  requiredOnly: boolean;
  prefills: boolean;
  generatesSamples: boolean;
  /** The Markdown of the page holds the description itself, which machines read better than rows of fields. */
  includesSpec: boolean;
}

/** A page that shows an operation, a webhook or a model of a description in the project. */
export interface SpecPageApi {
  kind: "spec";
  file: string;
  /** Where the description lies in the build cache. It is not part of the hash: another operation may have changed it. */
  specKey: string;
  target: ApiTarget;
  options: ApiPageOptions;
  /** True when the part tells the description, because the page has none of its own. */
  describes: boolean;
}

/** A page that shows a channel of an AsyncAPI description. */
export interface ChannelPageApi extends Omit<SpecPageApi, "kind" | "target"> {
  kind: "channel";
  channel: string;
}

/** A page whose frontmatter names an endpoint, and whose fields its author has written by hand. */
export interface WrittenPageApi {
  kind: "written";
  method: string;
  path: string;
  servers: string[];
  auth: { method: string; name: string | undefined } | undefined;
  options: ApiPageOptions;
}

export type PageApi = SpecPageApi | ChannelPageApi | WrittenPageApi;

/** What a page shows of a description. */
export type ApiTarget =
  | { kind: "operation"; method: HttpMethod; path: string }
  | { kind: "webhook"; name: string }
  | { kind: "schema"; name: string };

/** The API part of a page, as the planner of the site knows it. */
export interface PlannedApi {
  part: PageApi;
  /** Of everything the part shows: when it is the same, the article is the same. */
  hash: string;
  /** The method or protocol that the navigation shows beside the title. */
  badge: string | undefined;
  /** Where requests of the tester may go. */
  origins: string[];
  /** True for a page that has no file: it is made from the description alone. */
  isGenerated?: boolean;
  /** True when the part tells the description, so that the head of the page need not. */
  describes: boolean;
}
