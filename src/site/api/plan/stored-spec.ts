import type { BuildCache } from "../../shared/cache/build-cache.ts";
import type { JsonObject } from "../../source/json-value.ts";
import type { SpecDocument } from "../read/spec-document.ts";
import type { IndexedSpec, SpecIndex } from "./index-spec.ts";

/** The entry starts with the length of the index. */
const headBytes = 4;

/** Stores the index of a description, followed by the parsed tree as JSON, which parses much faster than YAML. */
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

/** A build renders the pages of one description after another, so a process keeps only the last few descriptions. */
const openedMax = 2;
const opened = new Map<string, SpecDocument>();

export function openStoredSpec(cache: BuildCache, key: string, file: string): SpecDocument {
  const known = opened.get(key);
  if (known !== undefined) return known;
  const payload = cache.read("spec", key);
  if (payload === undefined) throw new Error("an API description in the build cache is missing or damaged");
  const root = JSON.parse(payload.toString("utf8", headBytes + payload.readUInt32LE(0))) as JsonObject;
  const document: SpecDocument = { file, root };
  opened.set(key, document);
  for (const oldKey of opened.keys()) if (opened.size > openedMax) opened.delete(oldKey);
  return document;
}
