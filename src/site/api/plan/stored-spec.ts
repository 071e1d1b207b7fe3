import type { BuildCache } from "../../ground/cache/build-cache.ts";
import type { JsonObject } from "../../source/json-value.ts";
import { createSchemaReader, type SchemaReader } from "../read/normal-schema.ts";
import type { IndexedSpec, SpecIndex } from "./index-spec.ts";

/** The length of the index stands before it. */
const headBytes = 4;

/** A description is kept as its index and, behind it, its whole tree as JSON, which is read much faster than YAML. */
export function writeSpec(cache: BuildCache, key: string, { index, root }: IndexedSpec): void {
  const first = Buffer.from(JSON.stringify(index));
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(first.length, 0);
  const tree = Buffer.from(root === undefined ? "" : JSON.stringify(root));
  cache.add({ kind: "spec", key, parts: [head, first, tree] });
}

export function findSpecIndex(cache: BuildCache, key: string): SpecIndex | undefined {
  const payload = cache.read("spec", key);
  if (payload === undefined) return undefined;
  return JSON.parse(payload.toString("utf8", headBytes, headBytes + payload.readUInt32LE(0))) as SpecIndex;
}

/** The pages of one description follow each other, so a process keeps the last ones it has opened. */
const openedMax = 2;
const opened = new Map<string, SchemaReader>();

export function openStoredSpec(cache: BuildCache, key: string, file: string): SchemaReader {
  const known = opened.get(key);
  if (known !== undefined) return known;
  const payload = cache.read("spec", key);
  if (payload === undefined) throw new Error("an API description of the build cache is missing or damaged");
  const root = JSON.parse(payload.toString("utf8", headBytes + payload.readUInt32LE(0))) as JsonObject;
  const reader = createSchemaReader({ file, root });
  opened.set(key, reader);
  for (const oldKey of opened.keys()) if (opened.size > openedMax) opened.delete(oldKey);
  return reader;
}
