import { hash } from "node:crypto";
import { mayRead, type ReaderGroups } from "../../shared/reader-groups.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type { Frontmatter, ReaderRules } from "../../source/frontmatter.ts";
import { isHttpMethod } from "../../source/http-methods.ts";
import type {
  ApiPageOptions,
  ChannelPageApi,
  GraphqlPageApi,
  MdxPageApi,
  PlannedApi,
  SpecPageApi,
} from "../../source/page-api.ts";
import type { SourcePage } from "../../source/read-page.ts";
import type { IndexedGraphqlPage } from "../graphql/graphql-pages.ts";
import { summarize } from "../view/annotations.ts";
import { humanizeName } from "../view/humanize-name.ts";
import { protocolBadge, serverOrigins } from "../view/server-view.ts";
import { type FoundChannel, type FoundOperation, operationName, type ReadSpec, targetOf } from "./find-target.ts";

const defaultLanguages = ["curl", "javascript", "python", "go"];
const badgeLengthMax = 6;

/** What decides how API pages look, besides their own frontmatter. */
export interface ApiPlanSettings extends Pick<SiteConfig, "api" | "markdown"> {
  /** Whom the pages are for. */
  reader: ReaderGroups;
}

export type PlannedPage = Pick<SourcePage, "title" | "frontmatter"> & { api: PlannedApi };

/** A page that shows an operation. Settings that the page lacks are taken from the operation. */
export function planOperationPage(
  found: FoundOperation,
  frontmatter: Frontmatter,
  config: ApiPlanSettings,
  fallbackTitle = operationName(found.operation),
): PlannedPage {
  const { spec, operation } = found;
  const { kind, method, summary, description, origins, hasServer } = operation;
  const options = apiPageOptions(config, frontmatter, hasServer && kind === "operation");
  const shown = { kind: "spec" as const, target: targetOf(operation) };
  return {
    title: frontmatter.title ?? summarize(summary) ?? fallbackTitle,
    frontmatter: {
      ...frontmatter,
      description: frontmatter.description ?? summarize(description) ?? operationName(operation),
      deprecated: frontmatter.deprecated ?? operation.deprecated,
    },
    api: {
      ...planApi(spec, shown, operation.hash, options, frontmatter),
      badge: kind === "webhook" ? "webhook" : method,
      origins: options.tester === "interactive" ? origins : [],
    },
  };
}

/** A page that shows a channel. Settings that the page lacks are taken from the channel. */
export function planChannelPage(found: FoundChannel, frontmatter: Frontmatter, config: ApiPlanSettings): PlannedPage {
  const { title, name, address, description, deprecated, protocols, hash: shownHash } = found.channel;
  const options = apiPageOptions(config, frontmatter, false);
  return {
    title: frontmatter.title ?? title,
    frontmatter: {
      ...frontmatter,
      description: frontmatter.description ?? summarize(description) ?? address ?? name,
      deprecated: frontmatter.deprecated ?? deprecated,
    },
    api: {
      ...planApi(found.spec, { kind: "channel", channel: name }, shownHash, options, frontmatter),
      badge: protocolBadge(protocols, badgeLengthMax),
    },
  };
}

/** A page that shows an operation or type of a GraphQL schema, below the folder of the schema. */
export function planGraphqlPage(
  spec: ReadSpec,
  { kind, name, description, deprecated, hash: shownHash }: IndexedGraphqlPage,
  directory: string,
  frontmatter: Frontmatter,
  config: ApiPlanSettings,
): PlannedPage {
  const shown = { kind: "graphql" as const, target: { kind, name }, directory };
  const options = apiPageOptions(config, frontmatter, false);
  return {
    title: name,
    frontmatter: { ...frontmatter, description: description ?? `${humanizeName(kind)} ${name}`, deprecated },
    api: planApi(spec, shown, hashOf(shownHash, directory), options, frontmatter),
  };
}

export function planSchema(
  spec: ReadSpec,
  { name, hash: shownHash }: { name: string; hash: string | undefined },
  frontmatter: Frontmatter,
  config: ApiPlanSettings,
): PlannedApi {
  const options = apiPageOptions(config, frontmatter, false);
  return planApi(spec, { kind: "spec", target: { kind: "schema", name } }, shownHash, options, frontmatter);
}

/** A page that would show an operation or channel of a description that could not be read. */
export const missingApi: PlannedApi = {
  part: { kind: "missing" },
  hash: "missing",
  badge: undefined,
  origins: [],
  describes: false,
};

const mdxPattern = /^(?:([a-z]+)\s+)?(?:(https?:\/\/[^/\s]+))?(\/\S*)?$/i;

/** `POST /users`, optionally with a full address. Undefined for any other text. */
export function planMdxEndpoint(
  text: string,
  frontmatter: Frontmatter,
  config: ApiPlanSettings,
): PlannedApi | undefined {
  const [whole, word = "get", server, path = "/"] = mdxPattern.exec(text.trim()) ?? [];
  const method = word.toLowerCase();
  if (whole === undefined || !isHttpMethod(method)) return undefined;
  const { mdx } = config.api ?? {};
  const servers = server === undefined ? (mdx?.server ?? []) : [server];
  const authMethod = frontmatter.authMethod ?? mdx?.auth?.method ?? "none";
  const part: MdxPageApi = {
    kind: "mdx",
    method,
    path,
    servers,
    auth: authMethod === "none" ? undefined : { method: authMethod, name: mdx?.auth?.name },
    options: apiPageOptions(config, frontmatter, servers.length > 0),
  };
  const views = servers.map((url) => ({ url, description: undefined, variables: [] }));
  const origins = part.options.tester === "interactive" ? serverOrigins(views) : [];
  return { part, hash: hashOf(part), badge: method, origins, describes: false };
}

function planApi(
  { file, key: specKey, index }: ReadSpec,
  shown:
    | Pick<SpecPageApi, "kind" | "target">
    | Pick<ChannelPageApi, "kind" | "channel">
    | Pick<GraphqlPageApi, "kind" | "target" | "directory">,
  shownHash: string | undefined,
  options: ApiPageOptions,
  frontmatter: Frontmatter,
): PlannedApi {
  const describes = frontmatter.description === undefined;
  return {
    part: { ...shown, file, specKey, options, describes, ...(index.readerKey !== "" && { asksGroups: true }) },
    hash: hashOf(shownHash, file, options, describes, index.readerKey),
    badge: undefined,
    origins: [],
    describes,
  };
}

function apiPageOptions(
  { api, markdown, reader }: ApiPlanSettings,
  { playground, groups, excludes }: Frontmatter,
  hasServer: boolean,
): ApiPageOptions {
  const display = playground ?? api?.playground?.display ?? "interactive";
  const mayTest = display === "interactive" || (display === "auth" && maySignInTo({ groups, excludes }, reader));
  const { examples, params } = api ?? {};
  return {
    tester: display === "none" ? "none" : mayTest && hasServer ? "interactive" : "simple",
    credentials: api?.playground?.credentials === true,
    showsServer: api?.url === "full",
    expandsFields: params?.expanded === "all",
    pillKeys: params?.post ?? [],
    languages: examples?.languages ?? defaultLanguages,
    requiredOnly: examples?.defaults === "required",
    prefills: examples?.prefill === true,
    generatesSamples: examples?.autogenerate !== false,
    includesSpec: markdown?.schema !== false,
  };
}

/** With `playground: auth`, the groups of a page are those that may send requests. */
function maySignInTo({ groups, excludes }: ReaderRules, reader: ReaderGroups): boolean {
  const access = { groups: groups.length === 0 ? [] : [groups], excludes };
  return reader !== "open" && reader !== "public" && mayRead(access, reader);
}

function hashOf(...parts: unknown[]): string {
  return hash("sha256", JSON.stringify(parts));
}
