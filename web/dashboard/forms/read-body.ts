import { type BodyField, type BodyOf, bodyForms, type FormName } from "./body-forms.ts";

/**
 * Reads the request's body from the fields of a form. Fields that the form doesn't have, or that are disabled, are left
 * out. The server checks the rest, such as whether the body is complete.
 */
export function readBody<const Name extends FormName>(name: Name, fields: FormData): BodyOf<Name> {
  const body: Record<string, unknown> = {};
  for (const [path, field] of Object.entries(bodyForms[name])) {
    if (!fields.has(path)) continue;
    const value = readValue(field, path, fields.getAll(path).map(String));
    if (value !== undefined) assign(body, path.split("."), value);
  }
  return body as BodyOf<Name>;
}

/** Undefined for an empty field that isn't part of the body. An empty secret keeps the stored one. */
function readValue({ kind, isNullable, least }: BodyField, path: string, texts: readonly string[]) {
  // A checked box follows the hidden field with its name.
  const given = texts.at(-1) ?? "";
  if (kind === "flag") return given === "on";
  if (kind === "choices") return texts;
  if (kind === "words") return given.split(/[\s,]+/).filter(Boolean);
  if (kind === "lines") return given.split("\n").flatMap((line) => line.trim() || []);
  // Spaces are part of a password.
  const text = /password$/i.test(path) ? given : given.trim();
  if (text !== "") return kind === "number" || kind === "integer" ? Number(text) : text;
  if (kind === "secret") return undefined;
  return isNullable ? null : kind === "text" && !least ? "" : undefined;
}

function assign(holder: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    holder[name] = value;
    return;
  }
  const inner = (holder[name] ?? (rest[0] === "0" ? [] : {})) as Record<string, unknown>;
  holder[name] = inner;
  assign(inner, rest, value);
}
