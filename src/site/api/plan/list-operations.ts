import { hash } from "node:crypto";
import { type HttpMethod, httpMethods } from "../../source/http-methods.ts";
import { isJsonObject, type JsonObject } from "../../source/json-value.ts";
import type { SchemaReader } from "../read/normal-schema.ts";
import { listOf, objectOf, own, resolveObject, textOf } from "../read/spec-document.ts";
import { specExcerpt } from "../read/spec-excerpt.ts";
import { specLimits } from "../read/spec-limits.ts";
import type { OperationTarget } from "../read/target-name.ts";
import { viewTarget } from "../view/operation-view.ts";
import { serverOrigins } from "../view/server-view.ts";

/** What the planner of a site needs to know of an operation or a webhook. */
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

const descriptionLengthMax = 2_000;

/** Every operation in the order of the description, then every webhook; one more than the bound says that there are more. */
export function listOperations(reader: SchemaReader, pillKeys: readonly string[]): IndexedOperation[] {
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
  target: OperationTarget,
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
    hash: hash("sha256", JSON.stringify([view, specExcerpt(reader.document, target)])),
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
