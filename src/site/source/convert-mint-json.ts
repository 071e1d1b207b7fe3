import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.ts";
import { readMintJson } from "./read-mint-json.ts";

interface ConvertedMintJson {
  /** The settings of docs.json. */
  settings: JsonObject;
  /** The settings of mint.json that have no counterpart, such as `tabs[0].tagline`. */
  lost: string[];
}

/** Converts mint.json for good. A setting counts as lost if the conversion never looks at it. */
export function convertMintJson(mint: JsonObject): ConvertedMintJson {
  const read = new Map<object, Set<string>>();
  const { $schema: _, ...watched } = mint;
  return { settings: readMintJson(watch(watched, read, new WeakMap())), lost: listUnread(watched, "", read) };
}

/** The same object for the same part, because the conversion compares parts by identity. */
function watch<Part extends object>(part: Part, read: Map<object, Set<string>>, known: WeakMap<object, object>): Part {
  const existing = known.get(part);
  if (existing !== undefined) return existing as Part;
  const keys = new Set<string>();
  read.set(part, keys);
  const watcher = new Proxy(part, {
    get(target, key) {
      keys.add(String(key));
      const value: unknown = Reflect.get(target, key);
      return typeof value === "object" && value !== null ? watch(value, read, known) : value;
    },
  });
  known.set(part, watcher);
  return watcher;
}

function listUnread(part: JsonValue, path: string, read: ReadonlyMap<object, ReadonlySet<string>>): string[] {
  if (Array.isArray(part)) return part.flatMap((item, index) => listUnread(item, `${path}[${index}]`, read));
  if (!isJsonObject(part)) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    const where = path === "" ? key : `${path}.${key}`;
    return read.get(part)?.has(key) ? listUnread(value, where, read) : [where];
  });
}
