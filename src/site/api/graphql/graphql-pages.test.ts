import { expect, test } from "vitest";
import { indexSpec } from "../plan/index-spec.ts";

function indexOf(text: string) {
  return indexSpec("schema.graphql", text, { pillKeys: [], schemas: [], isGraphql: true }).index;
}

function hashesOf(text: string): Record<string, string> {
  return Object.fromEntries(indexOf(text).graphql.map(({ path, hash }) => [path, hash]));
}

const schema = `
type Query { user: User, post: Post }
type User { name: String, posts: [Post] }
type Post { title: String }
enum Color { RED }
`;

test("a change to a GraphQL type changes only the pages that show the type", () => {
  const before = hashesOf(schema);
  const after = hashesOf(schema.replace("title: String", "title: String!, text: String"));
  const changed = Object.keys(before).filter((path) => before[path] !== after[path]);
  // The sample response of `user` contains posts.
  expect(changed).toEqual(["queries/user", "queries/post", "objects/post"]);
});

test("GraphQL types that refer to each other have finite samples", () => {
  const index = indexOf(`
    type Query { a(input: In!): A, u: U }
    type A { b: B, name: String }
    type B { a: A! }
    union U = A | B
    input In { in: In!, ins: [In] }
  `);
  expect(index.graphql).toHaveLength(6);
  expect(index.problems).toEqual([]);
});

test("a GraphQL type can be named like a property of every JavaScript object", () => {
  const { graphql, problems } = indexOf(`
    type Query { __proto__(constructor: __proto__!): constructor }
    input __proto__ { __proto__: Int! }
    type constructor { toString: String }
  `);
  expect(problems).toEqual([]);
  expect(graphql.map(({ path }) => path)).toEqual(["queries/proto", "objects/constructor", "inputs/proto"]);
});

test("GraphQL names that differ only in case have separate pages", () => {
  const { graphql } = indexOf("type Query { user: User, User: user } type User { a: Int } type user { b: Int }");
  const paths = graphql.map(({ path }) => path);
  expect(paths).toEqual(["queries/user", "queries/user-1", "objects/user", "objects/user-1"]);
});

test.each([
  ["a syntax error", "type Query {\n  user(: User\n}", "schema.graphql:2"],
  ["endless nesting", `type Query { a: ${"[".repeat(100_000)}Int }`, "nested too deeply"],
  ["an introspection result", '{"data": {"__schema": {}}}', "not a valid GraphQL schema"],
  [
    "a name that is too long",
    `type Query {\n  ${"a".repeat(501)}: Int\n}`,
    "schema.graphql:2 has a name of more than 500",
  ],
  ["no types", "directive @cached on FIELD", "doesn't define any GraphQL types"],
])("a GraphQL file with %s is reported to the author", (_, text, expected) => {
  const { kind, problems } = indexOf(text);
  expect(kind).toBe("unread");
  const [problem] = problems;
  expect(`${problem?.file}:${problem?.line} ${problem?.message}`).toContain(expected);
});

test("a warning says how many types of a GraphQL schema exceed the limit", () => {
  const types = Array.from({ length: 5_001 }, (_, index) => `scalar S${index}`);
  const { graphql, problems } = indexOf(types.join("\n"));
  expect(graphql).toHaveLength(5_000);
  expect(problems[0]?.message).toBe("has 5001 types; those after the first 5000 have no pages");
});
