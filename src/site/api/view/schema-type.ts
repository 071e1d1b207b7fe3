import { isJsonObject } from "../../source/json-value.ts";
import { type NormalSchema, normalizeSchema } from "../read/normal-schema.ts";
import { own, type SpecDocument, textField } from "../read/spec-document.ts";

/** Small on purpose: otherwise the type label of a field with nested variants could have a thousand words. */
const nestedMax = 2;
const partsMax = 6;

/** The label of a type: `string<date-time>`, `object[]`, `string | null`. */
export function typeLabel(document: SpecDocument, normal: NormalSchema): string {
  const label = labelOf(document, normal, 0);
  return normal.nullable && label !== "any" ? `${label} | null` : label;
}

/** The plain type, for forms and examples. */
export function baseType(normal: NormalSchema): string {
  const [type] = normal.types;
  if (type !== undefined) return type;
  if (normal.properties.size > 0 || isJsonObject(normal.additional)) return "object";
  if (normal.items !== undefined) return "array";
  const values = own(normal.keywords, "enum");
  const value = Array.isArray(values) ? values[0] : own(normal.keywords, "const");
  return value === undefined || value === null ? "any" : Array.isArray(value) ? "array" : typeof value;
}

function labelOf(document: SpecDocument, normal: NormalSchema, depth: number): string {
  if (depth > nestedMax) return "any";
  if (normal.variants !== undefined && normal.types.length === 0 && normal.properties.size === 0) {
    const options = normal.variants.options.slice(0, partsMax + 1);
    return unionOf(options.map((option) => partLabel(document, normalizeSchema(document, option), depth)));
  }
  const types = normal.types.length > 0 ? normal.types : [baseType(normal)];
  return unionOf(types.map((type) => singleLabel(document, normal, type, depth)));
}

function partLabel(document: SpecDocument, part: NormalSchema, depth: number): string {
  const label = labelOf(document, part, depth + 1);
  return part.nullable ? `${label} | null` : label;
}

function singleLabel(document: SpecDocument, normal: NormalSchema, type: string, depth: number): string {
  if (type === "array") {
    const { items } = normal;
    const label = items === undefined ? "any" : partLabel(document, normalizeSchema(document, items), depth);
    return label.includes(" ") ? `(${label})[]` : `${label}[]`;
  }
  const format = textField(normal.keywords, "format");
  const plain = type === "string" && isFile(normal) ? "file" : type;
  if (Array.isArray(own(normal.keywords, "enum"))) return `enum<${plain}>`;
  return format === undefined || plain === "file" ? plain : `${plain}<${format.slice(0, 40)}>`;
}

/** Files have a format in OpenAPI 3.0 and a media type in 3.1. Structured text such as JSON isn't a file. */
function isFile({ keywords }: NormalSchema): boolean {
  const media = textField(keywords, "contentMediaType") ?? "";
  return textField(keywords, "format") === "binary" || binaryMedia.test(media);
}

const binaryMedia = /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip|x-tar|x-7z-compressed)/i;

function unionOf(labels: string[]): string {
  const different = [...new Set(labels)];
  const shown = different.slice(0, partsMax).join(" | ");
  return different.length > partsMax ? `${shown} | …` : shown;
}
