import { BuildProblem, type ProblemRecord, problemToRecord } from "../../shared/build-problem.ts";
import type { ReaderGroups } from "../../shared/reader-groups.ts";
import { isJsonObject, type JsonObject } from "../../source/json-value.ts";
import type { ApiTarget } from "../../source/page-api.ts";
import { type IndexedGraphqlPage, indexGraphql } from "../graphql/graphql-pages.ts";
import { applyOverlays, type SpecOverlay } from "../read/apply-overlays.ts";
import { asyncVersion, readChannels } from "../read/channels.ts";
import { checkChannels, checkPaths, checkSpec } from "../read/check-spec.ts";
import { specExcerpt } from "../read/excerpt.ts";
import { keepForReaders } from "../read/keep-for-readers.ts";
import { parseSpec } from "../read/parse-spec.ts";
import { componentsOf, listField, objectField, type SpecDocument, textField } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import { viewTarget } from "../view/operation-view.ts";
import { hashShown, type IndexedChannel, type IndexedOperation, listChannels, listOperations } from "./list-targets.ts";

/** The facts about an API description that planning needs, without its text. */
export interface SpecIndex {
  /** `unread` if the description can't be used; its problems say why. */
  kind: "openapi" | "asyncapi" | "graphql" | "unread" | "other";
  operations: IndexedOperation[];
  channels: IndexedChannel[];
  /** The pages of a GraphQL schema. */
  graphql: IndexedGraphqlPage[];
  /** Only schemas that have a page have a hash. */
  schemas: { name: string; hash: string | undefined }[];
  /** The navigation labels of tags that differ from the tag. */
  groups: { tag: string; label: string }[];
  /** The groups of readers that parts of the description are for. */
  readerGroups: string[];
  /** The files whose parts were left out, so that they can't be published as they are. */
  hiddenIn: string[];
  /** Names the readers if a text in the description has a condition on their groups. */
  readerKey: string;
  problems: ProblemRecord[];
}

export interface IndexedSpec {
  index: SpecIndex;
  /** Undefined if no pages can be made from the text. */
  root: JsonObject | undefined;
}

const schemasMax = 3_000;

export interface IndexOptions {
  pillKeys: readonly string[];
  /** Schemas that have a page. */
  schemas: readonly string[];
  /** True if the text is a GraphQL schema. */
  isGraphql?: boolean;
  overlays?: readonly SpecOverlay[];
  /** Whom the description is shown to; undefined if it shows everything to everyone. */
  reader?: ReaderGroups | undefined;
}

/**
 * Parses and checks an API description and lists its contents. This is expensive, so it runs once per version of the
 * file.
 */
export function indexSpec(file: string, text: string, options: IndexOptions): IndexedSpec {
  let root: JsonObject;
  try {
    if (options.isGraphql) return graphqlSpec(file, text);
    root = parseSpec(text, file);
  } catch (error) {
    if (!(error instanceof BuildProblem)) throw error;
    return unread([{ ...problemToRecord(error), severity: "warning" }]);
  }
  const overlaid = applyOverlays(root, file, options.overlays ?? []);
  if (overlaid.root === undefined) return unread(overlaid.problems);
  root = overlaid.root;
  const document: SpecDocument = { file, root };
  const openapi = textField(root, "openapi");
  const swagger = textField(root, "swagger");
  const asyncapi = textField(root, "asyncapi");
  if (openapi !== undefined) {
    if (/^3\.\d/.test(openapi)) {
      const { index, root: shown } = forReader(document, options, (kept) =>
        indexOpenApi(kept, document, text, options),
      );
      return { index: { ...index, problems: [...overlaid.problems, ...index.problems] }, root: shown };
    }
    return unsupported(file, `OpenAPI ${openapi}`, openapiHint);
  }
  if (asyncapi !== undefined) {
    if (asyncVersion(asyncapi) !== undefined) {
      return forReader(document, options, (kept) => indexAsyncApi(kept, document, text, options));
    }
    return unsupported(file, `AsyncAPI ${asyncapi}`, asyncapiHint);
  }
  if (swagger !== undefined) return unsupported(file, `Swagger ${swagger}`, openapiHint);
  return { index: emptyIndex("other"), root: undefined };
}

/** Indexes what the readers may see of a description. */
function forReader(
  document: SpecDocument,
  { reader, overlays = [] }: IndexOptions,
  makeIndex: (kept: SpecDocument) => SpecIndex,
): { index: SpecIndex; root: JsonObject } {
  if (reader === undefined) return { index: makeIndex(document), root: document.root };
  const { root, groups, hidesParts, asksGroups } = keepForReaders(document.root, reader);
  const readerKey = asksGroups ? JSON.stringify(reader) : "";
  const hiddenIn = hidesParts ? [document.file, ...overlays.map(({ file }) => file)] : [];
  return { index: { ...makeIndex({ ...document, root }), readerGroups: groups, hiddenIn, readerKey }, root };
}

/** The whole description is checked, because its problems are for its authors. */
function indexOpenApi(
  document: SpecDocument,
  whole: SpecDocument,
  text: string,
  { pillKeys, schemas }: IndexOptions,
): SpecIndex {
  const operations = listOperations(document, pillKeys);
  const problems = checkSpec(whole, text, checkPaths);
  return {
    ...emptyIndex("openapi"),
    operations: cutList(operations, specLimits.operationsMax, "operations", document.file, problems),
    schemas: listSchemas(document, schemas, pillKeys),
    groups: listGroups(document.root),
    problems,
  };
}

function indexAsyncApi(
  document: SpecDocument,
  whole: SpecDocument,
  text: string,
  { pillKeys }: IndexOptions,
): SpecIndex {
  const channels = listChannels(readChannels(document), pillKeys);
  const problems = checkSpec(whole, text, checkChannels);
  return {
    ...emptyIndex("asyncapi"),
    channels: cutList(channels, specLimits.channelsMax, "channels", document.file, problems),
    groups: listGroups(document.root),
    problems,
  };
}

function graphqlSpec(file: string, text: string): IndexedSpec {
  const { pages, root, problems } = indexGraphql(file, text);
  return { index: { ...emptyIndex("graphql"), graphql: pages, problems }, root };
}

function cutList<Item>(items: Item[], max: number, name: string, file: string, problems: ProblemRecord[]): Item[] {
  const message = `has more than ${max} ${name}; the rest have no pages`;
  if (items.length > max) problems.push({ message, severity: "warning", file });
  return items.slice(0, max);
}

const openapiHint = ["only OpenAPI 3.0 and 3.1", "convert it, for example with swagger2openapi"] as const;
const asyncapiHint = ["only AsyncAPI 2.0 to 2.6 and 3", "convert it, for example with the AsyncAPI CLI"] as const;

function unsupported(file: string, version: string, [supported, hint]: readonly [string, string]): IndexedSpec {
  const message = `is ${version.slice(0, 40)}, but ${supported} are supported`;
  return unread([{ message, severity: "warning", file, hint }]);
}

function unread(problems: ProblemRecord[]): IndexedSpec {
  return { index: { ...emptyIndex("unread"), problems }, root: undefined };
}

function emptyIndex(kind: SpecIndex["kind"]): SpecIndex {
  const lists = { operations: [], channels: [], graphql: [], schemas: [], groups: [], problems: [] };
  return { kind, ...lists, readerGroups: [], hiddenIn: [], readerKey: "" };
}

function listSchemas(
  document: SpecDocument,
  asked: readonly string[],
  pillKeys: readonly string[],
): SpecIndex["schemas"] {
  const names = Object.keys(componentsOf(document, "schemas")).slice(0, schemasMax);
  return names.map((name) => {
    if (!asked.includes(name)) return { name, hash: undefined };
    const target: ApiTarget = { kind: "schema", name };
    const view = viewTarget(document, target, { pillKeys, requiredOnly: false });
    return { name, hash: hashShown(view, specExcerpt(document, target)) };
  });
}

/** AsyncAPI 3 has its tags in `info`. */
function listGroups(root: JsonObject): SpecIndex["groups"] {
  return [...listField(root, "tags"), ...listField(objectField(root, "info"), "tags")]
    .filter(isJsonObject)
    .flatMap((tag) => {
      const name = textField(tag, "name");
      const label = textField(tag, "x-group");
      return name === undefined || label === undefined ? [] : [{ tag: name, label }];
    });
}
