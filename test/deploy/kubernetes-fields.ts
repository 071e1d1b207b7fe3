import { readYaml } from "./deployment-files.ts";

/** The type of a field: its name, the allowed values, or the fields of an object. */
type Field = string | readonly string[] | { readonly [name: string]: Field };

const kinds = readYaml<Record<string, Field>>("test/deploy/kubernetes-fields.yaml");

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a value of a type must be. Kubernetes refuses a number where it wants text, such as in an annotation. */
const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  integer: (value) => Number.isInteger(value),
  port: (value) => typeof value === "string" || Number.isInteger(value),
  quantity: (value) => /^\d+(?:\.\d+)?(?:m|[KMGTP]i?)?$/.test(String(value)),
  map: (value) => isObject(value) && Object.values(value).every((each) => typeof each === "string"),
};

/** What Kubernetes would refuse or ignore in an object: unknown fields, missing fields and values of the wrong type. */
export function wrongFields(object: { apiVersion: string; kind: string }): string[] {
  const name = `${object.apiVersion} ${object.kind}`;
  const field = kinds[name];
  return field === undefined ? [`an unexpected ${name}`] : wrongIn(object, field, object.kind);
}

function wrongIn(value: unknown, field: Field, path: string): string[] {
  if (typeof field === "string") return types[field]?.(value) === true ? [] : [`${path} isn't of the type ${field}`];
  if (Array.isArray(field)) return field.includes(value) ? [] : [`${path} isn't one of ${field.join(", ")}`];
  if (!isObject(value)) return [`${path} isn't an object`];
  const fields = new Map(
    Object.entries(field).map(([name, type]) => [
      name.replace(/\*?!?$/, ""),
      { type, isList: name.includes("*"), isRequired: name.endsWith("!") },
    ]),
  );
  const missing = [...fields].filter(([name, { isRequired }]) => isRequired && !(name in value));
  return [
    ...missing.map(([name]) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const known = fields.get(name);
      const place = `${path}.${name}`;
      if (known === undefined) return [`${place} is unknown`];
      if (!known.isList) return wrongIn(inner, known.type, place);
      return Array.isArray(inner)
        ? inner.flatMap((each, at) => wrongIn(each, known.type, `${place}.${at}`))
        : [`${place} isn't a list`];
    }),
  ];
}
