import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { describeProblem } from "../../src/site/shared/build-problem.ts";
import { temporaryFolder, temporaryProject } from "./temporary-folder.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const chain = (count: number, make: (next: string) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`S${at}`, make(`S${at + 1}`)]));

function spec(schemas: unknown, schema: unknown = ref("S0")): string {
  const content = { "application/json": { schema } };
  return JSON.stringify({
    openapi: "3.1.0",
    paths: {
      "/a": {
        post: { summary: "Hostile", requestBody: { content }, responses: { "200": { description: "x", content } } },
      },
      "/b": { get: { summary: "Harmless", description: "Still here.", responses: {} } },
    },
    components: { schemas },
  });
}

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { type: "string" }]));

/** Short descriptions that expand to huge ones. */
export const hostileSpecs: Readonly<Record<string, string>> = {
  "allOf that doubles": spec({ ...chain(2_000, (next) => ({ allOf: [ref(next), ref(next)] })), S2000: {} }),
  "oneOf that doubles": spec({ ...chain(2_000, (next) => ({ oneOf: [ref(next), ref(next), ref(next)] })), S2000: {} }),
  "properties that double": spec({
    ...chain(2_000, (next) => ({ type: "object", properties: { a: ref(next), b: ref(next), c: ref(next) } })),
    S2000: {},
  }),
  "lists in lists": spec({ ...chain(2_000, (next) => ({ type: "array", items: ref(next) })), S2000: {} }),
  "maps in maps": spec({ ...chain(2_000, (next) => ({ additionalProperties: ref(next) })), S2000: {} }),
  "a long chain of references": spec({ ...chain(5_000, ref), S5000: { type: "string" } }),
  "a reference to itself": spec({ S0: ref("S0") }),
  "a schema that contains itself in every way": spec({
    S0: {
      allOf: [ref("S0")],
      oneOf: [ref("S0")],
      items: ref("S0"),
      properties: { a: ref("S0") },
      additionalProperties: ref("S0"),
    },
  }),
  "thirty thousand properties": spec({ S0: { type: "object", properties: many(30_000) } }),
  "ten thousand variants": spec({ S0: { oneOf: Array.from({ length: 10_000 }, () => ({ properties: many(5) })) } }),
  "a long enumeration": spec({ S0: { enum: Array.from({ length: 100_000 }, (_, at) => `value ${at}`) } }),
  "a long description": spec({ S0: { description: "*a ".repeat(400_000) } }),
  "a description of brackets": spec({ S0: { properties: { a: { description: "[".repeat(50_000) } } } }),
  "a long example": spec({ S0: { example: "x".repeat(2_000_000) } }),
  "a deep example": spec({ S0: { example: JSON.parse(`${"[".repeat(100)}${"]".repeat(100)}`) as unknown } }),
  "names from the prototype": spec(
    JSON.parse(
      '{"__proto__": {"polluted": 1}, "S0": {"properties": {"__proto__": {"$ref": "#/constructor"}, "constructor": {}, "toString": {"enum": ["__proto__"]}}}}',
    ),
  ),
  "a schema of the wrong type": spec({ S0: [1, "two", null] }, 12),
};

/** Builds a project with each of the descriptions. */
export function testHostileSpecs(specs: Readonly<Record<string, string>>): void {
  let pool: RenderPool;
  beforeAll(() => {
    pool = createRenderPool({ size: 2 });
  });
  afterAll(() => pool.close());

  test.each(Object.entries(specs))(
    "a hostile API description with %s is built in time and affects no other page",
    async (_, text) => {
      const settings = {
        theme: "mint",
        name: "Example",
        colors: { primary: "#16A34A" },
        navigation: {
          groups: [
            { group: "A", pages: ["index"] },
            { group: "B", openapi: "a.json" },
          ],
        },
      };
      const folder = temporaryProject({ "docs.json": JSON.stringify(settings), "index.mdx": "Home.", "a.json": text });
      const signal = new AbortController().signal;
      const site = await buildSite(
        { pool },
        { folder, cacheFolder: temporaryFolder(), signal, onLine: () => undefined },
      );
      expect(site.pages.filter((page) => page.hasFailed).map((page) => page.url)).toEqual([]);
      expect(site.pages.map((page) => page.url)).toEqual(["/", "/api-reference/hostile", "/api-reference/harmless"]);
      for (const { path, byteLength } of site.files) expect(byteLength, path).toBeLessThan(8_000_000);
      for (const problem of site.problems.map(describeProblem)) expect(problem).toMatch(/refers to|more problems$/);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );
}
