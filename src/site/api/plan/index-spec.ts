import { hash } from "node:crypto";
import { BuildProblem, type ProblemRecord, problemToRecord } from "../../ground/build-problem.ts";
import { isJsonObject, type JsonObject } from "../../source/json-value.ts";
import type { ApiTarget } from "../../source/page-api.ts";
import { asyncVersion } from "../read/async-version.ts";
import { channelLimits } from "../read/channel-limits.ts";
import { channelReaderOf } from "../read/channel-reader.ts";
import { checkChannels } from "../read/check-channels.ts";
import { checkPaths, checkSpec } from "../read/check-spec.ts";
import { createSchemaReader, type SchemaReader } from "../read/normal-schema.ts";
import { parseSpec } from "../read/parse-spec.ts";
import { listOf, objectOf, textOf } from "../read/spec-document.ts";
import { specExcerpt } from "../read/spec-excerpt.ts";
import { specLimits } from "../read/spec-limits.ts";
import { viewTarget } from "../view/operation-view.ts";
import { type IndexedChannel, listChannels } from "./list-channels.ts";
import { type IndexedOperation, listOperations } from "./list-operations.ts";

/** What the planner of a site needs to know of an API description, without its text. */
export interface SpecIndex {
  /** `unread`: what is wrong with it was told. */
  kind: "openapi" | "asyncapi" | "unread" | "other";
  operations: IndexedOperation[];
  channels: IndexedChannel[];
  /** Models by name. Few of the many have a page, so only those that were asked for have the hash of what it shows. */
  schemas: { name: string; hash: string | undefined }[];
  /** Labels of tags in the navigation, where they are not the tag itself. */
  groups: { tag: string; label: string }[];
  problems: ProblemRecord[];
}

export interface IndexedSpec {
  index: SpecIndex;
  /** Undefined when the text holds no description that pages can be made from. */
  root: JsonObject | undefined;
}

const schemasMax = 3_000;

export interface IndexOptions {
  /** Keys that pages show beside types. */
  pillKeys: readonly string[];
  /** Models that have a page. */
  schemas: readonly string[];
}

/** Reads, checks and lists an API description. It is the dear part, so it is done once for each version of the file. */
export function indexSpec(file: string, text: string, { pillKeys, schemas }: IndexOptions): IndexedSpec {
  let root: JsonObject;
  try {
    root = parseSpec(text, file);
  } catch (error) {
    if (!(error instanceof BuildProblem)) throw error;
    return { index: { ...emptyIndex("unread"), problems: [asWarning(error)] }, root: undefined };
  }
  const reader = createSchemaReader({ file, root });
  const version = textOf(root, "openapi");
  if (version === undefined) return indexOther(reader, text, pillKeys);
  if (!/^3\.\d/.test(version)) return unknownVersion(file, `OpenAPI ${version}`, openapiHint);
  const operations = listOperations(reader, pillKeys);
  const problems = checkSpec(reader.document, text, checkPaths);
  if (operations.length > specLimits.operationsMax) {
    const message = `has more than ${specLimits.operationsMax} operations; the rest has no pages`;
    problems.push({ message, severity: "warning", file });
  }
  const index: SpecIndex = {
    kind: "openapi",
    operations: operations.slice(0, specLimits.operationsMax),
    channels: [],
    schemas: listSchemas(reader, schemas, pillKeys),
    groups: listGroups(root),
    problems,
  };
  return { index, root };
}

function indexOther(reader: SchemaReader, text: string, pillKeys: readonly string[]): IndexedSpec {
  const { file, root } = reader.document;
  const version = textOf(root, "asyncapi");
  if (version === undefined) {
    const swagger = textOf(root, "swagger");
    if (swagger !== undefined) return unknownVersion(file, `Swagger ${swagger}`, openapiHint);
    return { index: emptyIndex("other"), root: undefined };
  }
  if (asyncVersion(version) === undefined) return unknownVersion(file, `AsyncAPI ${version}`, asyncapiHint);
  const channels = listChannels(channelReaderOf(reader), pillKeys);
  const problems = checkSpec(reader.document, text, (_, report) => checkChannels(channelReaderOf(reader), report));
  if (channels.length > channelLimits.channelsMax) {
    const message = `has more than ${channelLimits.channelsMax} channels; the rest has no pages`;
    problems.push({ message, severity: "warning", file });
  }
  const shown = channels.slice(0, channelLimits.channelsMax);
  return { index: { ...emptyIndex("asyncapi"), channels: shown, groups: listGroups(root), problems }, root };
}

const openapiHint = ["only OpenAPI 3.0 and 3.1", "convert it, for example with swagger2openapi"] as const;
const asyncapiHint = [
  "only AsyncAPI 2.0 to 2.6 and 3",
  "convert it, for example with the AsyncAPI command line",
] as const;

function unknownVersion(file: string, version: string, [shown, hint]: readonly [string, string]): IndexedSpec {
  const message = `is ${version.slice(0, 40)}, but ${shown} can be shown`;
  return {
    index: { ...emptyIndex("unread"), problems: [{ message, severity: "warning", file, hint }] },
    root: undefined,
  };
}

function emptyIndex(kind: SpecIndex["kind"]): SpecIndex {
  return { kind, operations: [], channels: [], schemas: [], groups: [], problems: [] };
}

function listSchemas(
  reader: SchemaReader,
  asked: readonly string[],
  pillKeys: readonly string[],
): SpecIndex["schemas"] {
  const names = Object.keys(objectOf(objectOf(reader.document.root, "components"), "schemas")).slice(0, schemasMax);
  return names.map((name) => {
    if (!asked.includes(name)) return { name, hash: undefined };
    const target: ApiTarget = { kind: "schema", name };
    const view = viewTarget(reader, target, { pillKeys, requiredOnly: false });
    return { name, hash: hash("sha256", JSON.stringify([view, specExcerpt(reader.document, target)])) };
  });
}

/** AsyncAPI 3 has the tags of the whole in `info`. */
function listGroups(root: JsonObject): SpecIndex["groups"] {
  return [...listOf(root, "tags"), ...listOf(objectOf(root, "info"), "tags")].filter(isJsonObject).flatMap((tag) => {
    const name = textOf(tag, "name");
    const label = textOf(tag, "x-group");
    return name === undefined || label === undefined ? [] : [{ tag: name, label }];
  });
}

function asWarning(problem: BuildProblem): ProblemRecord {
  return { ...problemToRecord(problem), severity: "warning" };
}
