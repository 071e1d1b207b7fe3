import Type, { type Static } from "typebox";

const pathMaxLength = 2_000;
const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

const SearchArguments = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: "\\S",
      description: "What to look for: a question, words, or an exact name.",
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 8, description: "How many pages at most." })),
    version: text("Only pages of this version of the product."),
    language: text("Only pages in this language, by its code."),
  },
  { additionalProperties: false },
);

const ReadPageArguments = Type.Object(
  {
    path: Type.String({
      minLength: 1,
      maxLength: pathMaxLength,
      description: "The path of a page as the other tools return it, such as /guides/start.",
    }),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: "Where to continue in a page that was cut, in characters." }),
    ),
  },
  { additionalProperties: false },
);

const ListPagesArguments = Type.Object(
  {
    prefix: Type.Optional(
      Type.String({ minLength: 1, maxLength: pathMaxLength, description: "Pages below this path, e.g. /guides/." }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: "Where to continue in a list that was cut, in pages." }),
    ),
  },
  { additionalProperties: false },
);

const SearchOutput = Type.Object({
  outcome: Type.Unsafe<"answered" | "suggested" | "not_in_docs">({
    type: "string",
    enum: ["answered", "suggested", "not_in_docs"],
    description:
      "`answered`: the pages most likely answer the query. `suggested`: they may help. `not_in_docs`: they are only the closest ones.",
  }),
  pages: Type.Array(
    Type.Object({
      title: Type.String(),
      heading: Type.Optional(Type.String({ description: "The section that matches." })),
      path: Type.String({ description: "The path to pass to read_page." }),
      url: Type.String({ description: "The address of the section, for citations." }),
    }),
  ),
});

export type SearchOutput = Static<typeof SearchOutput>;
export type SearchArguments = Static<typeof SearchArguments>;
export type ReadPageArguments = Static<typeof ReadPageArguments>;
export type ListPagesArguments = Static<typeof ListPagesArguments>;

/** The tools only read, and only from this site. */
const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

export const tools = [
  {
    name: "search",
    title: "Search the documentation",
    description:
      "Finds the pages that match best, each with the matching part, and says if it is uncertain that they answer the query. Use read_page for the whole page.",
    inputSchema: SearchArguments,
    outputSchema: SearchOutput,
    annotations,
  },
  {
    name: "read_page",
    title: "Read a page",
    description: "Returns a page of the documentation as Markdown. A long page is cut; continue with offset.",
    inputSchema: ReadPageArguments,
    annotations,
  },
  {
    name: "list_pages",
    title: "List the pages",
    description: "Lists the pages of the documentation by path. A long list is cut; continue with offset.",
    inputSchema: ListPagesArguments,
    annotations,
  },
] as const;

export type ToolName = (typeof tools)[number]["name"];
