import { hash } from "node:crypto";
import type { ProblemRecord } from "../../shared/build-problem.ts";
import type { JsonObject } from "../../source/json-value.ts";
import type { GraphqlTarget } from "../../source/page-api.ts";
import { summarize } from "../view/annotations.ts";
import { humanizeName } from "../view/humanize-name.ts";
import {
  type GraphqlSchema,
  graphqlLimits,
  type OpenSchema,
  openSchema,
  operationKinds,
  typeKinds,
} from "./graphql-schema.ts";
import { readGraphql } from "./read-graphql.ts";
import { type FindPath, viewGraphql } from "./view-graphql.ts";

/** The facts about the page of an operation or type that planning needs. */
export interface IndexedGraphqlPage extends GraphqlTarget {
  /** The path below the folder of the schema. */
  path: string;
  description: string | undefined;
  deprecated: boolean;
  /** A hash of everything the page shows. */
  hash: string;
}

interface IndexedGraphql {
  pages: IndexedGraphqlPage[];
  root: JsonObject;
  problems: ProblemRecord[];
}

/** Reads a schema and lists its pages: operations first, then types, each in the order of the schema. */
export function indexGraphql(file: string, text: string): IndexedGraphql {
  const { schema, problems } = readGraphql(text, file);
  const warn = (message: string) => problems.push({ message, severity: "warning", file });
  for (const kind of operationKinds) {
    const count = schema.types.find(({ name }) => name === schema.roots[kind])?.fields.length ?? 0;
    const max = graphqlLimits.operationsMax;
    if (count > max) warn(`has ${count} fields in its ${kind} type; those after the first ${max} have no pages`);
  }
  if (schema.types.length > graphqlLimits.typesMax) {
    warn(`has ${schema.types.length} types; those after the first ${graphqlLimits.typesMax} have no pages`);
  }
  const { open, pathOf, targets } = findGraphqlPages(schema);
  const pages = targets.flatMap((target): IndexedGraphqlPage[] => {
    const view = viewGraphql(open, target, pathOf);
    const path = pathOf(target);
    if (view === undefined || path === undefined) return [];
    return [
      {
        ...target,
        path,
        description: summarize(view.description),
        deprecated: view.deprecated !== undefined,
        hash: hash("sha256", JSON.stringify(view)),
      },
    ];
  });
  return { pages, root: schema as unknown as JsonObject, problems };
}

interface SchemaPages {
  open: OpenSchema;
  pathOf: FindPath;
  targets: GraphqlTarget[];
}

const opened = new WeakMap<object, SchemaPages>();

/** The pages of a schema and their paths, which depend only on the schema. Cached while the schema is in memory. */
export function findGraphqlPages(schema: GraphqlSchema): SchemaPages {
  const known = opened.get(schema);
  if (known !== undefined) return known;
  const open = openSchema(schema);
  const targets = listTargets(open);
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  for (const target of targets) {
    const wanted = `${graphqlFolders[target.kind]}/${slugOf(target.name)}`;
    let path = wanted;
    for (let number = 1; taken.has(path); number += 1) path = `${wanted}-${number}`;
    taken.add(path);
    paths.set(keyOf(target), path);
  }
  const pages = { open, targets, pathOf: (target: GraphqlTarget) => paths.get(keyOf(target)) };
  opened.set(schema, pages);
  return pages;
}

/** The folders of pages, which are also the labels of their groups. */
export const graphqlFolders = {
  query: "queries",
  mutation: "mutations",
  subscription: "subscriptions",
  object: "objects",
  input: "inputs",
  enum: "enums",
  interface: "interfaces",
  union: "unions",
  scalar: "scalars",
} as const satisfies Record<GraphqlTarget["kind"], string>;

function listTargets({ types, roots, find }: OpenSchema): GraphqlTarget[] {
  const operations = operationKinds.flatMap((kind) => {
    const names = new Set(find(roots[kind] ?? "")?.fields.map(({ name }) => name));
    return [...names].slice(0, graphqlLimits.operationsMax).map((name): GraphqlTarget => ({ kind, name }));
  });
  const rootNames = new Set(Object.values(roots));
  const shown = types.filter(({ name }) => !rootNames.has(name)).slice(0, graphqlLimits.typesMax);
  return [
    ...operations,
    ...typeKinds.flatMap((kind) =>
      shown.filter((type) => type.kind === kind).map(({ name }): GraphqlTarget => ({ kind, name })),
    ),
  ];
}

function keyOf({ kind, name }: GraphqlTarget): string {
  return `${kind} ${name}`;
}

const slugLengthMax = 100;

/** `createUser` → `create-user`. */
function slugOf(name: string): string {
  const words = humanizeName(name.slice(0, slugLengthMax)).trim().toLowerCase();
  return words === "" ? "untitled" : words.replaceAll(/ +/g, "-");
}
