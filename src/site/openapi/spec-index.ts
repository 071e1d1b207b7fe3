import { hash } from "node:crypto";
import { BuildProblem, type ProblemRecord, problemToRecord } from "../build-problem.ts";
import { isJsonObject, type JsonObject } from "../project/json-value.ts";
import { checkSpec } from "./check-spec.ts";
import { type IndexedOperation, listOperations } from "./list-operations.ts";
import { createSchemaReader, type SchemaReader } from "./normal-schema.ts";
import { type ApiTarget, viewTarget } from "./operation-view.ts";
import { parseSpec } from "./parse-spec.ts";
import { listOf, objectOf, textOf } from "./spec-document.ts";
import { specExcerpt } from "./spec-excerpt.ts";
import { specLimits } from "./spec-limits.ts";

/** What the planner of a site needs to know of an API description, without its text. */
export interface SpecIndex {
  kind: "openapi" | "asyncapi" | "other";
  operations: IndexedOperation[];
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
  return { kind, operations: [], schemas: [], groups: [], problems: [] };
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

function listGroups(root: JsonObject): SpecIndex["groups"] {
  return listOf(root, "tags")
    .filter(isJsonObject)
    .flatMap((tag) => {
      const name = textOf(tag, "name");
      const label = textOf(tag, "x-group");
      return name === undefined || label === undefined ? [] : [{ tag: name, label }];
    });
}

function asWarning(problem: BuildProblem): ProblemRecord {
  return { ...problemToRecord(problem), severity: "warning" };
}
