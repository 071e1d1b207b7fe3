import type { ComponentAttribute } from "./page-schema.ts";

/** Writes an attribute as JSX. */
export function writeAttribute({ name, value }: ComponentAttribute, quote: string): string {
  if (value === null) return name;
  if (typeof value !== "string") return name === "" ? `{${value.expression}}` : `${name}={${value.expression}}`;
  const other = quote === '"' ? "'" : '"';
  const chosen = value.includes(quote) && !value.includes(other) ? other : quote;
  const escaped = escapeReferences(value).replaceAll(chosen, chosen === '"' ? "&quot;" : "&apos;");
  return `${name}=${chosen}${escaped}${chosen}`;
}

/** Attribute values may contain character references, so an ampersand that would start one is escaped. */
function escapeReferences(value: string): string {
  return value.replaceAll(/&(?=[a-z#])/gi, "&amp;");
}
