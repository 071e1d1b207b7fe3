import { isJsonObject } from "../../source/json-value.ts";
import { type NormalSchema, normaliseSchema, type SchemaReader } from "../read/normal-schema.ts";
import { own, textOf } from "../read/spec-document.ts";

/** Small on purpose: variants of variants of variants would be a label of a thousand words, at each of a thousand fields. */
const nestedMax = 2;
const partsMax = 6;

/** The type for people: `string<date-time>`, `object[]`, `string | null`. */
export function typeLabel(reader: SchemaReader, normal: NormalSchema): string {
  const label = labelOf(reader, normal, 0);
  return normal.nullable && label !== "any" ? `${label} | null` : label;
}

/** The plain type of a value, for forms and examples. */
export function baseType(normal: NormalSchema): string {
  const [type] = normal.types;
  if (type !== undefined) return type;
  if (normal.properties.size > 0 || isJsonObject(normal.additional)) return "object";
  if (normal.items !== undefined) return "array";
  const values = own(normal.keywords, "enum");
  const value = Array.isArray(values) ? values[0] : own(normal.keywords, "const");
  return value === undefined || value === null ? "any" : Array.isArray(value) ? "array" : typeof value;
}

function labelOf(reader: SchemaReader, normal: NormalSchema, depth: number): string {
  if (depth > nestedMax) return "any";
  if (normal.variants !== undefined && normal.types.length === 0 && normal.properties.size === 0) {
    const options = normal.variants.options.slice(0, partsMax + 1);
    return unionOf(options.map((option) => partLabel(reader, normaliseSchema(reader, option), depth)));
  }
  const types = normal.types.length > 0 ? normal.types : [baseType(normal)];
  return unionOf(types.map((type) => oneLabel(reader, normal, type, depth)));
}

function partLabel(reader: SchemaReader, part: NormalSchema, depth: number): string {
  return part.nullable ? `${labelOf(reader, part, depth + 1)} | null` : labelOf(reader, part, depth + 1);
}

function oneLabel(reader: SchemaReader, normal: NormalSchema, type: string, depth: number): string {
  if (type === "array") {
    const items = normal.items === undefined ? "any" : partLabel(reader, normaliseSchema(reader, normal.items), depth);
    return items.includes(" ") ? `(${items})[]` : `${items}[]`;
  }
  const format = textOf(normal.keywords, "format");
  const isEnum = Array.isArray(own(normal.keywords, "enum"));
  const plain = type === "string" && isFile(normal) ? "file" : type;
  if (isEnum) return `enum<${plain}>`;
  return format === undefined || plain === "file" ? plain : `${plain}<${format.slice(0, 40)}>`;
}

/** OpenAPI 3.0 has a format for files, 3.1 a media type; structured text such as JSON is none. */
function isFile({ keywords }: NormalSchema): boolean {
  const media = textOf(keywords, "contentMediaType") ?? "";
  return textOf(keywords, "format") === "binary" || binaryMedia.test(media);
}

const binaryMedia = /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip|x-tar|x-7z-compressed)/i;

function unionOf(labels: string[]): string {
  const different = [...new Set(labels)];
  const shown = different.slice(0, partsMax);
  return different.length > shown.length ? `${shown.join(" | ")} | …` : shown.join(" | ");
}
