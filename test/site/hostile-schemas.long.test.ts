import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { describeProblem } from "../../src/site/shared/build-problem.ts";
import { slow } from "../support/slow.ts";
import { temporaryFolder, temporaryProject } from "./temporary-folder.ts";

vi.setConfig(slow);

let pool: RenderPool;
beforeAll(() => {
  pool = createRenderPool({ size: 2 });
});
afterAll(() => pool.close());

const times = <Item>(count: number, make: (at: number) => Item) => Array.from({ length: count }, (_, at) => make(at));
const named = (count: number, make: (at: number) => unknown) =>
  Object.fromEntries(times(count, (at) => [`S${at}`, make(at)]));
const ref = (name: string, section = "schemas") => ({ $ref: `#/components/${section}/${name}` });
/** Schemas that each use the next one. */
const chain = (count: number, make: (next: unknown) => unknown) => ({
  ...named(count, (at) => make(ref(`S${at + 1}`))),
  [`S${count}`]: {},
});

const harmless = { address: "harmless", description: "Still here.", messages: { a: { payload: { type: "string" } } } };

/** An AsyncAPI description with one hostile channel, and one that must not suffer from it. */
function asyncApi(components: object, more: { payload?: unknown; channel?: object; operations?: object } = {}): string {
  const { payload = ref("S0"), channel = { messages: { a: { payload, headers: payload } } }, operations = {} } = more;
  return JSON.stringify({
    asyncapi: "3.0.0",
    info: { title: "Events", version: "1" },
    channels: { hostile: { address: "hostile", ...channel }, harmless },
    operations: { hear: { action: "send", channel: { $ref: "#/channels/hostile" } }, ...operations },
    components,
  });
}

const schemas = (all: unknown) => asyncApi({ schemas: all });
const hostileChannel = { $ref: "#/channels/hostile" };

/** Short AsyncAPI descriptions that expand to huge ones, and huge ones. */
const asyncApis: Record<string, string> = {
  "allOf that doubles": schemas(chain(2_000, (next) => ({ allOf: [next, next] }))),
  "deep allOf": schemas(chain(5_000, (next) => ({ allOf: [next], properties: { a: next } }))),
  "oneOf that triples": schemas(chain(2_000, (next) => ({ oneOf: [next, next, next] }))),
  "properties that triple": schemas(chain(2_000, (next) => ({ properties: { a: next, b: next, c: next } }))),
  "a schema that contains itself in every way": schemas({
    S0: { allOf: [ref("S0")], oneOf: [ref("S0")], items: ref("S0"), properties: { a: ref("S0") }, not: ref("S0") },
  }),
  "a reference to itself": schemas({ S0: ref("S0") }),
  "a hundred thousand properties": schemas({ S0: { properties: named(100_000, () => ({ type: "string" })) } }),
  "a hundred thousand values": schemas({ S0: { enum: times(100_000, (at) => `value ${at}`) } }),
  "lists in lists": schemas({ S0: JSON.parse(`${'{"items":'.repeat(110)}{}${"}".repeat(110)}`) }),
  "twenty thousand lists in each other": schemas({}).replace(
    '"components":{',
    `"components":{"x-deep":${"[".repeat(20_000)}${"]".repeat(20_000)},`,
  ),
  "messages that refer to each other": asyncApi(
    { messages: { a: ref("b", "messages"), b: ref("a", "messages") } },
    { channel: { messages: { a: ref("a", "messages"), b: { oneOf: [ref("b", "messages")] } } } },
  ),
  "traits that refer to each other": asyncApi(
    { messageTraits: named(2_000, (at) => ({ traits: [ref(`S${at + 1}`, "messageTraits")] })) },
    { channel: { messages: { a: { traits: times(2_000, (at) => ref(`S${at}`, "messageTraits")) } } } },
  ),
  "channels that refer to each other": asyncApi({}, { channel: { $ref: "#/channels/hostile" } }),
  "ten thousand operations with ten thousand messages": asyncApi(
    {
      messages: named(10_000, () => ({ payload: ref("S0") })),
      schemas: { S0: { properties: named(100, () => ({})) } },
    },
    {
      channel: { messages: named(10_000, (at) => ref(`S${at}`, "messages")) },
      operations: named(10_000, () => ({
        action: "send",
        channel: hostileChannel,
        reply: { channel: hostileChannel },
      })),
    },
  ),
  "bindings in bindings": asyncApi(
    {},
    { channel: { bindings: { kafka: JSON.parse(`${'{"a":'.repeat(100)}1${"}".repeat(100)}`) as unknown } } },
  ),
  "an example of two megabytes": schemas({ S0: { examples: ["x".repeat(2_000_000)] } }),
  "a property with a long name": schemas(
    chain(12, (next) => ({ required: ["x".repeat(250_000)], properties: { ["x".repeat(250_000)]: next, b: next } })),
  ),
  "a description of brackets": schemas({ S0: { description: "[".repeat(100_000) } }),
  "names from the prototype": schemas(
    JSON.parse('{"__proto__": {"polluted": 1}, "S0": {"properties": {"__proto__": {"$ref": "#/constructor"}}}}'),
  ),
  "YAML aliases that multiply": [
    "asyncapi: 3.0.0",
    "channels: { hostile: { address: a, messages: { a: { payload: *a9 } } }, harmless: { address: b } }",
    "x-0: &a0 { enum: [x, x, x, x, x, x, x, x, x] }",
    ...times(9, (at) => `x-${at + 1}: &a${at + 1} { allOf: [${Array(9).fill(`*a${at}`).join(", ")}] }`),
  ].join("\n"),
};

const long = "x".repeat(2_000_000);

/** The fields of `Query` are pages, and `harmless` must not suffer from the others. */
const graphql = (fields: string, types: string) =>
  `type Query {\n"Still here."\nharmless: String\n${fields}\n}\n${types}`;

const graphqls: Record<string, string> = {
  "types that contain themselves": graphql(
    "a(in: In!): A, u: U, i: I",
    "type A implements I { a: A!, as: [[A!]!]!, u: U } union U = U | A interface I implements I { i: I } input In { in: In!, ins: [In!]! }",
  ),
  "a hundred thousand fields": graphql("a: A", `type A { ${times(100_000, (at) => `f${at}: A`).join(" ")} }`),
  "a hundred thousand arguments": graphql(`a(${times(100_000, (at) => `f${at}: Int!`).join(" ")}): Int`, ""),
  "a hundred thousand values": graphql("a: E", `enum E { ${times(100_000, (at) => `V${at}`).join(" ")} }`),
  "a hundred thousand members": graphql("a: U", `union U = ${times(100_000, () => "A").join(" | ")} type A { u: U }`),
  "a hundred thousand undefined types": graphql("a: A", `type A { ${times(100_000, (at) => `f: T${at}`).join(" ")} }`),
  "interfaces of each other": graphql(
    "a: I0",
    times(500, (at) => `interface I${at} implements ${times(100, (to) => `I${to}`).join(" & ")} { a: I${at} }`).join(
      "\n",
    ),
  ),
  "a type extended forty thousand times": graphql(
    "a: A",
    times(40_000, (at) => `extend type A { f${at}: A }`).join("\n"),
  ),
  "a type defined a hundred thousand times": graphql("a: A", "type A { a: A }\n".repeat(100_000)),
  "lists in lists": graphql(`a: ${"[".repeat(1_000)}Int${"]".repeat(1_000)}`, ""),
  "a hundred thousand lists in each other": graphql(`a: ${"[".repeat(100_000)}Int${"]".repeat(100_000)}`, ""),
  "a deep default value": graphql(`a(b: Int = ${"[".repeat(50_000)}${"]".repeat(50_000)}): Int`, ""),
  "required inputs that multiply": graphql(
    `a(${times(200, (at) => `a${at}: In0!`).join(" ")}): Int`,
    times(6, (at) => `input In${at} { ${times(8, (to) => `f${to}: In${at + 1}!`).join(" ")} }`).join(" ") +
      " input In6 { a: Int }",
  ),
  "a field with a long name": graphql(
    "a: A0",
    times(4, (at) => `type A${at} { ${long}: Int b: A${at + 1} c: A${at + 1} d: A${at + 1} }`).join("\n"),
  ),
  "an input with a long name": graphql(
    "a(in: In0!): Int",
    `${times(4, (at) => `input In${at} { ${times(8, (to) => `f${to}: In${at + 1}!`).join(" ")} }`).join(" ")} input In4 { a: Int }`.replace(
      "f0: In4!",
      `${long}: Int!`,
    ),
  ),
  "fragments and aliases that multiply": `${graphql("a: Int", "")}\nquery Q { ...F0 }\n${times(
    20_000,
    (at) => `fragment F${at} on Query { a: harmless ...F${at + 1} ...F${at + 1} }`,
  ).join("\n")}`,
  "selections in selections": `${graphql("a: Int", "")}\n${"{a".repeat(50_000)}${"}".repeat(50_000)}`,
  "descriptions of brackets": graphql(`${JSON.stringify("[".repeat(100_000))} a: Int`, ""),
  "more than a million tokens": graphql("a: A", `type A { ${"a: A ".repeat(400_000)} }`),
};

const builds = [
  ...Object.entries(asyncApis).map(([name, text]) => {
    const file = text.startsWith("{") ? "a.json" : "a.yaml";
    return [`an AsyncAPI description with ${name}`, { file, text, tab: { asyncapi: file } }] as const;
  }),
  ...Object.entries(graphqls).map(([name, text]) => {
    return [`a GraphQL schema with ${name}`, { file: "a.graphql", text, tab: { graphql: "a.graphql" } }] as const;
  }),
];

test.each(builds)("%s becomes pages or a clear problem, and affects no other page", async (_name, description) => {
  const { file, text, tab } = description;
  const settings = {
    theme: "mint",
    name: "Example",
    colors: { primary: "#16A34A" },
    navigation: {
      tabs: [
        { tab: "A", pages: ["index"] },
        { tab: "B", ...tab },
      ],
    },
  };
  const folder = temporaryProject({ "docs.json": JSON.stringify(settings), "index.mdx": "Home.", [file]: text });
  const signal = new AbortController().signal;
  const site = await buildSite({ pool }, { folder, cacheFolder: temporaryFolder(), signal, onLine: () => undefined });
  const problems = site.problems.map(describeProblem);
  const isRead = site.pages.length > 1;
  if (!isRead) expect(problems.join("\n")).toContain(`${file}:`);
  const failed = site.pages.filter((page) => page.hasFailed).map((page) => page.url);
  expect(failed.filter((url) => url === "/" || url.includes("harmless"))).toEqual([]);
  for (const url of failed) expect(problems.join("\n")).toContain(url.slice(1));
  if (isRead) {
    const page = site.files.find(({ path }) => /harmless\.html$/.test(path));
    expect((await page?.load())?.bytes.toString()).toContain(file === "a.yaml" ? "harmless" : "Still here.");
  }
  for (const { path, byteLength } of site.files) if (path !== file) expect(byteLength, path).toBeLessThan(8_000_000);
  for (const problem of problems) expect(problem).not.toMatch(/RangeError|TypeError|undefined|\bat .*\.ts:/);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
