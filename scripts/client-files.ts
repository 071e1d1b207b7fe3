import { describePathParam } from "../src/contract/describe-path-param.ts";
import { describeRules } from "../src/contract/openapi.ts";
import { type PublicOperation, pathParams } from "../src/contract/operation.ts";
import { operations } from "../src/contract/operations.ts";
import { routeOf } from "../src/contract/route-of.ts";
import { type JsonSchema, schemaName } from "../src/contract/schema-name.ts";

const notice = "// Generated from src/contract by `npm run generate`.";

/** The generated part of `lectern-docs/client`, by path. It doesn't import the schemas, so it doesn't need their library. */
export function clientFiles(): Record<string, string> {
  return { "src/client/types.ts": renderTypes(), "src/client/routes.ts": renderRoutes() };
}

/** The table of the client's methods, for its documentation page. */
export function renderMethodTable(): string {
  const rows = Object.entries<PublicOperation>(operations).map(
    ([name, { summary, key }]) => `| \`${name}\` | ${summary} | ${key === "none" ? "" : key} |`,
  );
  return `| Method | | Key |\n|---|---|---|\n${rows.join("\n")}\n`;
}

function renderRoutes(): string {
  const routes = Object.entries<PublicOperation>(operations).map(([name, operation]) => [name, routeOf(operation)]);
  return `${notice}
import type { Route } from "../contract/send-request.ts";

/** The signature of each operation. */
export const routes: Readonly<Record<string, Route>> = ${JSON.stringify(Object.fromEntries(routes), null, 2)};
`;
}

function renderTypes(): string {
  const declared = new Map<string, string>();
  const methods = Object.entries<PublicOperation>(operations).map(([name, operation]) =>
    renderMethod(declared, name, operation),
  );
  const types = [...declared].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return `${notice}
import type { CallOptions } from "../contract/send-request.ts";

/** The API of a Lectern server: parameters, query and body go in as one object, the reply comes out. */
export interface Client {
${methods.join("\n\n")}
}

${types.join("\n\n")}

/** A stream in the format of a chat SDK. */
export interface ChunkStream {
  headers: Readonly<Record<string, string>>;
  chunks: AsyncIterable<string>;
}
`;
}

type Declared = Map<string, string>;

function renderMethod(declared: Declared, name: string, operation: PublicOperation): string {
  const input = declareInput(declared, name, operation);
  const about = describeRules(operation).replace("the header `Idempotency-Key`", "`idempotencyKey`");
  const deprecated = /Deprecated: (.+)$/.exec(operation.about ?? "")?.[1];
  const lines = [`${operation.summary}.`, about, ...(deprecated === undefined ? [] : [`@deprecated ${deprecated}`])];
  return `${comment(lines.join("\n\n"))}${name}(${input}, options?: CallOptions): Promise<${replyType(declared, name, operation)}>;`;
}

function declareInput(declared: Declared, name: string, operation: PublicOperation): string {
  const params = pathParams(operation);
  const parts = [operation.query, operation.body].filter((part) => part !== undefined) as JsonSchema[];
  if (params.length + parts.length === 0) return "input?: Record<string, never>";
  const type = `${capitalize(name)}Input`;
  const inPath = params.map((param): [string, JsonSchema] => {
    const { description } = describePathParam(operation, param);
    return [param, { type: "string", description }];
  });
  const properties: Record<string, JsonSchema> = Object.assign(
    Object.fromEntries(inPath),
    ...parts.map((part) => part.properties),
  );
  const required = [...params, ...parts.flatMap((part) => part.required ?? [])];
  declared.set(type, `export interface ${type} ${objectType(declared, { properties, required })}`);
  return `input: ${type}`;
}

function replyType(declared: Declared, name: string, { reply }: PublicOperation): string {
  if ("schema" in reply) return typeOf(declared, reply.schema as JsonSchema);
  if ("chunks" in reply) return "ChunkStream";
  if ("events" in reply) {
    const type = capitalize(name.replace(/^stream/, "").replace(/s$/, ""));
    const events = Object.entries(reply.events).map(
      ([event, schema]) => `| { id: number; event: "${event}"; data: ${typeOf(declared, schema as JsonSchema)} }`,
    );
    declared.set(type, `export type ${type} =\n${events.join("\n")};`);
    return `AsyncIterable<${type}>`;
  }
  return reply.status === 204 ? "undefined" : "string";
}

/** The type of a schema. A type with a name is declared once and then referred to by name. */
function typeOf(declared: Declared, schema: JsonSchema): string {
  const name = schemaName(schema);
  if (name === undefined) return plainType(declared, schema);
  if (!declared.has(name)) {
    // Reserves the name while the fields of the type are visited.
    declared.set(name, "");
    const about = comment(schema.description);
    const isObject = schema.type === "object";
    const type = plainType(declared, schema);
    declared.set(name, `${about}export ${isObject ? `interface ${name} ${type}` : `type ${name} = ${type};`}`);
  }
  return name;
}

function plainType(declared: Declared, schema: JsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const types = [schema.type ?? "unknown"].flat();
  return types.map((type) => simpleType(declared, type, schema)).join(" | ");
}

function simpleType(declared: Declared, type: string, schema: JsonSchema): string {
  switch (type) {
    case "integer":
      return "number";
    case "array":
      return arrayType(typeOf(declared, schema.items ?? {}));
    case "object":
      return schema.properties === undefined ? "Record<string, unknown>" : objectType(declared, schema);
    default:
      return type;
  }
}

function arrayType(items: string): string {
  return items.includes("|") ? `(${items})[]` : `${items}[]`;
}

function objectType(declared: Declared, schema: JsonSchema): string {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const isRequired = schema.required?.includes(name) ?? false;
    return `${comment(field.description)}${name}${isRequired ? "" : "?"}: ${typeOf(declared, field)};`;
  });
  // A contract schema with a hand-written type can allow additional fields, so the generated type must allow them too.
  const isOpen = "~unsafe" in schema && schema.additionalProperties === true;
  return `{\n${fields.join("\n")}${isOpen ? "\n[name: string]: unknown;" : ""}\n}`;
}

function comment(text: string | undefined): string {
  if (text === undefined) return "";
  const lines = text.replaceAll("*/", "*\\/").split("\n").flatMap(wrap);
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

const commentWidth = 100;

function wrap(line: string): string[] {
  const lines = [""];
  for (const word of line.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + word.length >= commentWidth) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}

function capitalize(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
