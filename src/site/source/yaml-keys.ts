import type { Document } from "yaml";

/**
 * Throws if a list or map is used as a key. Converting nested keys of this kind to property names would take
 * exponential time, and nobody needs such keys.
 */
export function refuseCollectionKeys({ contents }: Document.Parsed): void {
  const waiting: unknown[] = [contents];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const item of itemsOf(node)) {
      const { key, value } =
        item instanceof Object && "key" in item
          ? (item as { key: unknown; value?: unknown })
          : { key: null, value: item };
      if (itemsOf(key).length > 0) {
        throw new Error("A list or map is used as a key.");
      }
      waiting.push(value ?? null);
    }
  }
}

function itemsOf(node: unknown): readonly unknown[] {
  return node instanceof Object && "items" in node && Array.isArray(node.items) ? node.items : [];
}
