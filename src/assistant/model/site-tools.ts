import { jsonSchema, tool } from "ai";
import type { AssistantSkill } from "../../site/serving.ts";
import type { FoundPage } from "../answer-event.ts";
import type { createSiteReader } from "./site-reader.ts";

const argumentCharactersMax = 300;
const callsMax = 16;

/** A search by the model, as reported to clients. */
export interface ModelSearch {
  query: string;
  pages: readonly FoundPage[];
}

/**
 * The model's tools. Calls in one step run in parallel. A wrong call returns an explanation, so that the model can
 * correct itself, and the number of calls is limited.
 */
export function createSiteTools(reader: ReturnType<typeof createSiteReader>, skills: readonly AssistantSkill[]) {
  const searches = new Map<string, ModelSearch>();
  const answers: string[] = [];
  let calls = 0;

  async function run(work: () => Promise<string> | string): Promise<string> {
    calls += 1;
    if (calls > callsMax) return "No more calls are possible. Answer from what you have read.";
    try {
      const answer = await work();
      answers.push(answer);
      return answer;
    } catch {
      // The error message could contain the server's file names.
      return "This call failed. Answer from what you have read.";
    }
  }

  const tools = {
    search: tool({
      description: "Searches this documentation and returns the best passages.",
      inputSchema: input({ query: "What to look for: the words that the documentation would use." }, ["query"]),
      execute: ({ query }: Arguments, { toolCallId }) =>
        run(async () => {
          const wanted = textOf(query);
          if (wanted === undefined) return "Call search with a query.";
          const { text, pages } = await reader.search(wanted);
          searches.set(toolCallId, { query: wanted, pages });
          return text;
        }),
    }),
    read_page: tool({
      description: "Returns a page of this documentation as Markdown, or one of its sections.",
      inputSchema: input({ path: "Such as /guides/install.", section: "The heading of a section." }, ["path"]),
      execute: ({ path, section }: Arguments) =>
        run(() => {
          const wanted = textOf(path);
          return wanted === undefined ? "Call read_page with a path." : reader.readPage(wanted, textOf(section));
        }),
    }),
    list_pages: tool({
      description: "Lists the pages of this documentation with their titles.",
      inputSchema: input({ folder: "Only the pages below it, such as /guides. All pages without it." }, []),
      execute: ({ folder }: Arguments) => run(() => reader.listPages(textOf(folder) ?? "/")),
    }),
    ...(skills.length > 0 && {
      load_skill: tool({
        description: "Returns the owners' instructions for one kind of question.",
        inputSchema: input({ name: "The name of the skill." }, ["name"]),
        execute: ({ name }: Arguments) =>
          run(() => skills.find((skill) => skill.name === name)?.text ?? "There is no skill of that name."),
      }),
    }),
  };
  return {
    tools,
    /** The model's searches, by the ID of the tool call. */
    searches: searches as ReadonlyMap<string, ModelSearch>,
    /** Everything the tools have returned so far. */
    answers: answers as readonly string[],
  };
}

type Arguments = Readonly<Record<string, unknown>>;

/** A schema with string arguments only. Providers don't enforce it, so the tools check their arguments again. */
function input(descriptions: Readonly<Record<string, string>>, required: readonly string[]) {
  return jsonSchema<Arguments>({
    type: "object",
    properties: Object.fromEntries(
      Object.entries(descriptions).map(([name, description]) => [name, { type: "string", description }]),
    ),
    required: [...required],
    additionalProperties: false,
  });
}

function textOf(argument: unknown): string | undefined {
  const text = typeof argument === "string" ? argument.trim().slice(0, argumentCharactersMax) : "";
  return text === "" ? undefined : text;
}
