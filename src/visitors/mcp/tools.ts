import Type, { type Static } from "typebox";
import type { Tool } from "../../platform/tools/tool.ts";

const pathMaxLength = 2_000;
const short = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
const path = (description: string) => Type.String({ minLength: 1, maxLength: pathMaxLength, description });
const question = (description: string) => Type.String({ minLength: 1, maxLength: 1_000, pattern: "\\S", description });

const filters = {
  version: Type.Optional(short("Only pages of this version of the product.")),
  language: Type.Optional(short("Only pages in this language, by its code.")),
};

const SearchArguments = Type.Object(
  {
    query: question("What to look for: a question, words, or an exact name."),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 8, description: "How many pages at most." })),
    ...filters,
  },
  { additionalProperties: false },
);

const AskArguments = Type.Object(
  {
    question: question("One question in full words."),
    path: Type.Optional(path("The page that the question is about, if there is one.")),
    ...filters,
  },
  { additionalProperties: false },
);

const ReadPageArguments = Type.Object(
  {
    path: path("The path of a page as the other tools return it, such as /guides/start."),
    section: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: "Only this section: the text of a heading, or the anchor in its address.",
      }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: "Where to continue in a text that was cut, in characters." }),
    ),
  },
  { additionalProperties: false },
);

const ListPagesArguments = Type.Object(
  {
    prefix: Type.Optional(path("Pages below this path, e.g. /guides/.")),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: "Where to continue in a list that was cut, in pages." }),
    ),
  },
  { additionalProperties: false },
);

const ReportArguments = Type.Object(
  {
    path: path("The page with the problem."),
    problem: Type.String({
      minLength: 1,
      maxLength: 2_000,
      pattern: "\\S",
      description: "What is wrong or missing, and where on the page. It must not contain private data.",
    }),
    kind: Type.Optional(
      Type.Unsafe<"missing" | "unclear" | "outdated" | "not_working" | "other">({
        type: "string",
        enum: ["missing", "unclear", "outdated", "not_working", "other"],
      }),
    ),
  },
  { additionalProperties: false },
);

const title = Type.String();
const heading = Type.Optional(Type.String({ description: "The section, if it isn't the whole page." }));
const pagePath = Type.String({ description: "The path to pass to read_page." });
const url = Type.String({ description: "The address, for citations." });
const markdown = Type.String({ description: "The text as Markdown." });
const nextOffset = Type.Optional(Type.Integer({ description: "Where to continue; missing at the end." }));

const outcome = Type.Unsafe<"answered" | "suggested" | "not_in_docs">({
  type: "string",
  enum: ["answered", "suggested", "not_in_docs"],
  description:
    "`answered`: the pages most likely answer the question. `suggested`: they may help. `not_in_docs`: they are only the closest ones.",
});

const SearchOutput = Type.Object({
  outcome,
  pages: Type.Array(Type.Object({ title, heading, path: pagePath, url, markdown })),
});
const AskOutput = Type.Object({
  outcome,
  answer: markdown,
  sources: Type.Array(Type.Object({ title, url })),
});
const PageOutput = Type.Object({
  path: pagePath,
  url,
  markdown,
  headings: Type.Array(Type.String(), { description: "The headings of the page, to pass as `section`." }),
  nextOffset,
});
const ListOutput = Type.Object({
  pages: Type.Array(Type.Object({ path: pagePath, title, description: Type.Optional(Type.String()) })),
  total: Type.Integer(),
  nextOffset,
});
const ReportOutput = Type.Object({ received: Type.Boolean() });

export type SearchOutput = Static<typeof SearchOutput>;
export type AskOutput = Static<typeof AskOutput>;
export type PageOutput = Static<typeof PageOutput>;
export type ListOutput = Static<typeof ListOutput>;

/** Most tools only read, and only from this site. */
const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export const siteTools = [
  {
    name: "search",
    title: "Search the documentation",
    description:
      "Finds the pages that match best, each with the whole section that matches, and says if it is uncertain that they answer the query.",
    inputSchema: SearchArguments,
    outputSchema: SearchOutput,
    annotations: reads,
  },
  {
    name: "ask",
    title: "Ask the documentation",
    description:
      "Answers a question with the passages of the documentation that answer it, and their addresses. Says so if the documentation doesn't answer it.",
    inputSchema: AskArguments,
    outputSchema: AskOutput,
    annotations: reads,
  },
  {
    name: "read_page",
    title: "Read a page",
    description:
      "Returns a page of the documentation, or one of its sections, as Markdown. A long text is cut; continue with offset.",
    inputSchema: ReadPageArguments,
    outputSchema: PageOutput,
    annotations: reads,
  },
  {
    name: "list_pages",
    title: "List the pages",
    description: "Lists the pages of the documentation by path. A long list is cut; continue with offset.",
    inputSchema: ListPagesArguments,
    outputSchema: ListOutput,
    annotations: reads,
  },
  {
    name: "report_problem",
    title: "Report a problem",
    description:
      "Tells the owners of the documentation that a page is wrong, outdated or misses something. Use it when following the page didn't work.",
    inputSchema: ReportArguments,
    outputSchema: ReportOutput,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
] as const satisfies readonly Tool[];

/** The arguments of each tool. */
export interface SiteToolInputs {
  search: Static<typeof SearchArguments>;
  ask: Static<typeof AskArguments>;
  read_page: Static<typeof ReadPageArguments>;
  list_pages: Static<typeof ListPagesArguments>;
  report_problem: Static<typeof ReportArguments>;
}
