import { createHash } from "node:crypto";
import { BuildProblem, type ProblemRecord, problemToRecord } from "../build-problem.ts";
import { isJsonObject, type JsonObject } from "../project/json-value.ts";
import { checkSpec } from "./check-spec.ts";
import { type HttpMethod, httpMethods } from "./http-methods.ts";
import { createSchemaReader, type SchemaReader } from "./normal-schema.ts";
import { type ApiTarget, viewTarget } from "./operation-view.ts";
import { parseSpec } from "./parse-spec.ts";
import { serverOrigins } from "./server-view.ts";
import { listOf, objectOf, own, resolveObject, textOf } from "./spec-document.ts";
import { specExcerpt } from "./spec-excerpt.ts";
import { specLimits } from "./spec-limits.ts";

/** What the planner of a site needs to know of an API description, without its text. */
export interface SpecIndex {
  kind: "openapi" | "asyncapi" | "other";
  title: string | undefined;
  operations: IndexedOperation[];
  /** Models by name. Few of the many have a page, so only those that were asked for have the hash of what it shows. */
  schemas: { name: string; hash: string | undefined }[];
  /** Labels of tags in the navigation, where they are not the tag itself. */
  groups: { tag: string; label: string }[];
  problems: ProblemRecord[];
}

export interface IndexedOperation {
  kind: "operation" | "webhook";
  method: HttpMethod;
  /** The path, or the name of a webhook. */
  path: string;
  tag: string | undefined;
  summary: string | undefined;
  description: string | undefined;
  deprecated: boolean;
  /** It has a page, but no entry in the navigation. */
  hidden: boolean;
  excluded: boolean;
  href: string | undefined;
  metadata: JsonObject;
  /** Where a reader's requests may go. */
  origins: string[];
  hasServer: boolean;
  /** Of everything its page shows, to readers and to machines. */
  hash: string;
}

export interface IndexedSpec {
  index: SpecIndex;
  /** Undefined when the text holds no description that pages can be made from. */
  root: JsonObject | undefined;
}

const descriptionLengthMax = 2_000;
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
    return { index: { ...emptyIndex("openapi"), problems: [asWarning(error)] }, root: undefined };
  }
  const version = textOf(root, "openapi");
  if (version === undefined) return { index: indexOther(file, root), root: undefined };
  if (!/^3\.\d/.test(version)) return { index: unknownVersion(file, `OpenAPI ${version}`), root: undefined };
  const reader = createSchemaReader({ file, root });
  const operations = listOperations(reader, pillKeys);
  const problems = checkSpec(reader.document, text);
  if (operations.length > specLimits.operationsMax) {
    const message = `has more than ${specLimits.operationsMax} operations; the rest has no pages`;
    problems.push({ message, severity: "warning", file });
  }
  const index: SpecIndex = {
    kind: "openapi",
    title: textOf(objectOf(root, "info"), "title"),
    operations: operations.slice(0, specLimits.operationsMax),
    schemas: listSchemas(reader, schemas, pillKeys),
    groups: listGroups(root),
    problems,
  };
  return { index, root };
}

function indexOther(file: string, root: JsonObject): SpecIndex {
  if (textOf(root, "asyncapi") !== undefined) return emptyIndex("asyncapi");
  const swagger = textOf(root, "swagger");
  return swagger === undefined ? emptyIndex("other") : unknownVersion(file, `Swagger ${swagger}`);
}

function unknownVersion(file: string, version: string): SpecIndex {
  const message = `is ${version.slice(0, 40)}, but only OpenAPI 3.0 and 3.1 can be shown`;
  const hint = "convert it, for example with swagger2openapi";
  return { ...emptyIndex("openapi"), problems: [{ message, severity: "warning", file, hint }] };
}

function emptyIndex(kind: SpecIndex["kind"]): SpecIndex {
  return { kind, title: undefined, operations: [], schemas: [], groups: [], problems: [] };
}

function listOperations(reader: SchemaReader, pillKeys: readonly string[]): IndexedOperation[] {
  const { document } = reader;
  const found: IndexedOperation[] = [];
  for (const [path, listed] of Object.entries(objectOf(document.root, "paths"))) {
    const item = resolveObject(document, listed);
    if (item === undefined || path.startsWith("x-")) continue;
    for (const method of httpMethods) {
      if (found.length > specLimits.operationsMax) return found;
      const operation = indexOperation(reader, { kind: "operation", method, path }, item, method, pillKeys);
      if (operation !== undefined) found.push(operation);
    }
  }
  for (const [name, listed] of Object.entries(objectOf(document.root, "webhooks"))) {
    const item = resolveObject(document, listed);
    const method = httpMethods.find((word) => item !== undefined && isJsonObject(own(item, word)));
    if (item === undefined || method === undefined || found.length > specLimits.operationsMax) continue;
    const webhook = indexOperation(reader, { kind: "webhook", name }, item, method, pillKeys);
    if (webhook !== undefined) found.push(webhook);
  }
  return found;
}

function indexOperation(
  reader: SchemaReader,
  target: Exclude<ApiTarget, { kind: "schema" }>,
  item: JsonObject,
  method: HttpMethod,
  pillKeys: readonly string[],
): IndexedOperation | undefined {
  const operation = own(item, method);
  if (!isJsonObject(operation)) return undefined;
  const view = viewTarget(reader, target, { pillKeys, requiredOnly: false });
  if (view === undefined || view.kind === "schema") return undefined;
  const mint = objectOf(operation, "x-mint");
  return {
    kind: target.kind,
    method,
    path: view.path,
    tag: listOf(operation, "tags").find((tag): tag is string => typeof tag === "string" && tag.trim() !== ""),
    summary: view.summary,
    description: view.description?.slice(0, descriptionLengthMax),
    deprecated: view.deprecated,
    hidden: own(operation, "x-hidden") === true,
    excluded: own(operation, "x-excluded") === true || own(item, "x-excluded") === true,
    href: textOf(mint, "href"),
    metadata: pageMetadata(item, mint),
    origins: serverOrigins(view.servers),
    hasServer: view.servers.length > 0,
    hash: hashOf([view, specExcerpt(reader.document, target)]),
  };
}

/** Whatever restricts an operation restricts its page, wherever it is written. */
function pageMetadata(item: JsonObject, mint: JsonObject): JsonObject {
  const metadata = objectOf(mint, "metadata");
  const groups = [own(objectOf(item, "x-mint"), "groups"), own(mint, "groups"), own(metadata, "groups")].filter(
    (value) => value !== undefined,
  );
  return groups.length === 0 ? metadata : { ...metadata, groups: groups.flat() };
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
    return { name, hash: hashOf([view, specExcerpt(reader.document, target)]) };
  });
}

function listGroups(root: JsonObject): SpecIndex["groups"] {
  return listOf(root, "tags")
    .filter(isJsonObject)
    .flatMap((tag) => {
      const name = textOf(tag, "name");
      const label = textOf(tag, "x-group");
      return name === undefined || label === undefined ? [] : [{ tag: name, label }];
    });
}

function hashOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(value) ?? "")
    .digest("hex");
}

function asWarning(problem: BuildProblem): ProblemRecord {
  return { ...problemToRecord(problem), severity: "warning" };
}
