import Type, { type Static } from "typebox";

const pathMaxLength = 2_000;
const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

export const SearchArguments = Type.Object(
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

export const ReadPageArguments = Type.Object(
  {
    path: Type.String({
      minLength: 1,
      maxLength: pathMaxLength,
      description: "The path of a page as the other tools tell it, such as /guides/start.",
    }),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: "Where to go on in a page that was cut, in characters." }),
    ),
  },
  { additionalProperties: false },
);

export const ListPagesArguments = Type.Object(
  {
    prefix: Type.Optional(
      Type.String({ minLength: 1, maxLength: pathMaxLength, description: "Only pages below it, such as /guides/." }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: "Where to go on in a list that was cut, in pages." }),
    ),
  },
  { additionalProperties: false },
);

export type SearchArguments = Static<typeof SearchArguments>;
export type ReadPageArguments = Static<typeof ReadPageArguments>;
export type ListPagesArguments = Static<typeof ListPagesArguments>;

/** Nothing here changes anything, and nothing leads out of the site. */
const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

/** What a language model may do with a site, as the protocol tells it. */
export const tools = [
  {
    name: "search",
    title: "Search the documentation",
    description: "Finds the pages that match best, each with the part that matches. Read a page for the whole of it.",
    inputSchema: SearchArguments,
    annotations,
  },
  {
    name: "read_page",
    title: "Read a page",
    description: "Gives a page of the documentation as Markdown. A long page is cut; offset goes on.",
    inputSchema: ReadPageArguments,
    annotations,
  },
  {
    name: "list_pages",
    title: "List the pages",
    description: "Lists the pages of the documentation by their paths. A long list is cut; offset goes on.",
    inputSchema: ListPagesArguments,
    annotations,
  },
] as const;

export type ToolName = (typeof tools)[number]["name"];
