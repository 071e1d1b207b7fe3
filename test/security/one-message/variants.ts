import { isStream, type Operation, pathParams } from "../../../src/contract/operation.ts";
import { pathOf, type Request } from "../../contract/send.ts";
import { projectPlaceholder } from "./entry-points.ts";
import { fillings } from "./fillings.ts";
import type { PreparedRequest } from "./prepare.ts";
import { longTexts, manyMembers, type Schema, withLongestText } from "./worst-values.ts";

/** The limits of a body, of the first line and the headers together, and of one parameter in the path. */
const bodyBytesMax = 1_040_000;
const headBytesMax = 14_000;
/** Many fields, such as a question, refuse longer texts. */
const usualLengthMax = 7_900;
const paramLengthMax = 500;
const svgLength = 600_000;
const unknownKeys = 60_000;
/** Shorter texts are tried with few fillings: even code that takes cubic time is quick on them. */
const shortLength = 300;
const forShortTexts = new Set([
  "one letter",
  "equal lines",
  "words with dashes",
  "nested parentheses",
  "percent escapes",
  "parent folders",
  "hosts with many labels",
  "combining marks",
]);
const forWholeBodies = new Set(["nested JSON", "nested brackets", "JSON with many keys", "one letter"]);
const headerNames = ["cookie", "user-agent", "accept", "accept-language", "if-none-match", "range", "idempotency-key"];

export type Changed = PreparedRequest & { raw?: string; type?: string };

/** A way to fill a part of a request up to its limits. */
export interface Variant {
  /** The part that differs from a valid request, and its filling. */
  name: string;
  change(prepared: PreparedRequest): Changed;
}

/** The valid request itself. */
export const unchanged: Variant = { name: "a valid request", change: (prepared) => prepared };

/** One filling after the other, because a thousand bodies of a megabyte don't fit into memory together. */
export function* variantsOf(operation: Operation): Iterable<Variant> {
  if (operation.method === "POST") yield* wrongBodies(operation);
  for (const [name, schema] of fieldsOf(operation.body)) {
    for (const value of manyMembers(schema, bodyBytesMax)) yield withBody(name, "many members", value);
  }
  for (const filling of Object.keys(fillings)) yield* variantsWith(operation, filling);
}

/** Values that a schema doesn't allow, in place of each part of a valid body. */
const wrongValues: Readonly<Record<string, () => string>> = {
  "many items": () => `[${Array(bodyBytesMax / 2 - 500).fill(0)}]`,
  "some items": () => `[${Array(400).fill(0)}]`,
  "many keys": () => JSON.stringify(Object.fromEntries(Array.from({ length: unknownKeys }, (_, at) => [`k${at}`, {}]))),
  "many levels": () => `${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}`,
};
const hole = "{hole}";

function* wrongBodies({ key }: Operation): Iterable<Variant> {
  // Bodies of all other operations are checked by their schemas.
  const placesMax = key === "none" ? 12 : 2;
  for (const [name, value] of Object.entries(wrongValues)) {
    for (let place = 0; place < placesMax; place += 1) {
      yield {
        name: `value ${place}: ${name}`,
        change(prepared) {
          const bodies = withHoles(prepared.body ?? {});
          const text = JSON.stringify(bodies[place % bodies.length]);
          return { ...prepared, raw: text.replace(`"${hole}"`, value) };
        },
      };
    }
  }
  const form = "a&".repeat(bodyBytesMax / 2);
  const type = "application/x-www-form-urlencoded";
  yield { name: "a form of many fields", change: (prepared) => ({ ...prepared, raw: form, type }) };
}

/** The same value with a hole in place of each of its parts. */
function withHoles(value: unknown): unknown[] {
  if (value === null || typeof value !== "object") return [hole];
  const inner = Object.entries(value).flatMap(([name, part]) =>
    withHoles(part).map((changed) => (Array.isArray(value) ? [changed] : { ...value, [name]: changed })),
  );
  return [...inner, hole];
}

function variantsWith(operation: Operation, filling: string): Variant[] {
  const fill = fillings[filling] ?? String;
  const named = (part: string, change: Variant["change"]): Variant => ({ name: `${part}: ${filling}`, change });
  const isShort = (value: unknown) => (JSON.stringify(value)?.length ?? 0) <= shortLength;
  const isWanted = (value: unknown) => !isShort(value) || forShortTexts.has(filling);

  const inBody = bodyBytesMax / growth(fill, (text) => Buffer.byteLength(JSON.stringify(text)));
  const ofBody = fieldsOf(operation.body).flatMap(([name, schema]) =>
    longTexts(schema, fill, inBody)
      .filter(isWanted)
      .map((value) => withBody(name, filling, value)),
  );
  const ofLongest = (operation.body === undefined ? [] : [inBody, usualLengthMax]).map((length) => {
    const text = fill(length);
    return named(`the longest of its texts, ${Math.round(length)} characters`, (prepared) => ({
      ...prepared,
      body: withLongestText(prepared.body ?? {}, text) as Record<string, unknown>,
    }));
  });
  const perCharacter = growth(fill, (text) => encoded(text).length);
  const ofQuery = fieldsOf(operation.query).flatMap(([name, schema]) =>
    longTexts(schema, fill, headBytesMax / perCharacter)
      .filter((value) => typeof value === "string" && isWanted(value))
      .map((value) =>
        named(`query.${name}`, (prepared) => ({ ...prepared, query: withField(prepared.query, name, String(value)) })),
      ),
  );
  return [...ofBody, ...ofLongest, ...ofQuery, ...rest(operation, filling, fill, perCharacter, named)];
}

function withBody(name: string, filling: string, value: unknown): Variant {
  return {
    name: `body.${name}: ${filling}`,
    change: (prepared) => ({ ...prepared, body: { ...prepared.body, [name]: value } }),
  };
}

function rest(
  operation: Operation,
  filling: string,
  fill: (length: number) => string,
  perCharacter: number,
  named: (part: string, change: Variant["change"]) => Variant,
): Variant[] {
  const variants: Variant[] = [];
  if (forShortTexts.has(filling)) {
    for (const name of pathParams(operation)) {
      const value = fill(paramLengthMax / perCharacter).toWellFormed();
      variants.push(
        named(`path.${name}`, (prepared) => ({ ...prepared, params: { ...prepared.params, [name]: value } })),
      );
    }
    const text = fill(headBytesMax / headerNames.length).replaceAll(/[^ -~]/g, "x");
    const filled = Object.fromEntries(headerNames.map((name) => [name, text]));
    variants.push(named("headers", (prepared) => ({ ...prepared, headers: { ...filled, ...prepared.headers } })));
  }
  if (operation.upload !== undefined) {
    const bytes = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${fill(svgLength)}</svg>`);
    const upload = { type: operation.upload[0] ?? "", base64: bytes.toString("base64") };
    variants.push(
      named("an SVG image", (prepared) => ({ ...prepared, upload, query: prepared.query.replace(".png", ".svg") })),
    );
  }
  if (operation.method === "POST" && forWholeBodies.has(filling)) {
    const raw = fill(bodyBytesMax / growth(fill, Buffer.byteLength));
    const unknown = Object.fromEntries(Array.from({ length: unknownKeys }, (_, number) => [`${fill(5)}${number}`, 1]));
    variants.push(
      named("body", (prepared) => ({ ...prepared, raw })),
      named("unknown fields", (prepared) => ({ ...prepared, body: { ...prepared.body, ...unknown } })),
    );
  }
  return variants;
}

/** How many bytes each character of a filling takes in a request. */
function growth(fill: (length: number) => string, size: (text: string) => number): number {
  const text = fill(3_000);
  return text === "" ? 1 : Math.max(1, size(text) / text.length);
}

function fieldsOf(schema: unknown): [string, Schema][] {
  return Object.entries((schema as Schema | undefined)?.properties ?? {});
}

function withField(query: string, name: string, value: string): string {
  const pairs = query.slice(1).split("&");
  const others = pairs.filter((pair) => pair !== "" && !pair.startsWith(`${name}=`));
  return `?${[...others, `${name}=${encoded(value)}`].join("&")}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

export function toRequest(
  operation: Operation,
  { params, query, headers, body, upload, raw, ...changed }: Changed,
): Request {
  const payload = raw ?? (upload === undefined ? undefined : Buffer.from(upload.base64, "base64"));
  // Values for an operation are made before its project is known.
  const json = params.projectId === undefined ? body : withProject(body, params.projectId);
  const type = changed.type ?? upload?.type ?? (raw === undefined ? undefined : "application/json");
  return {
    method: operation.method,
    path: pathOf(operation, params) + query,
    headers: { ...headers, ...(type === undefined ? {} : { "content-type": type }) },
    onlyHead: isStream(operation) && "events" in operation.reply,
    ...(payload !== undefined ? { body: payload } : json === undefined ? {} : { json }),
  };
}

function withProject(body: Changed["body"], projectId: string): unknown {
  const text = JSON.stringify(body);
  return text?.includes(projectPlaceholder) ? JSON.parse(text.replaceAll(projectPlaceholder, projectId)) : body;
}
