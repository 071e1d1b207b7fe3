import { jsonSchema, tool } from "ai";
import type { AssistantSkill } from "../../site/source/read-assistant-files.ts";
import type { FoundPage } from "../answer-event.ts";
import type { createSiteReader } from "./site-reader.ts";

const argumentCharactersMax = 300;
const callsMax = 16;

/** A search of the model, as it is reported to clients. */
export interface ModelSearch {
  query: string;
  pages: readonly FoundPage[];
}

/**
 * The tools of the model. Calls of one step run in parallel. Mistakes are answered in words, so that the model can correct
 * them, and the number of calls is limited.
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
      // The error could name files of the server.
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
    ...(skills.length === 0 ? {} : { load_skill: skillTool(skills, run) }),
  };
  return {
    tools,
    /** By the ID of the call. */
    searches: searches as ReadonlyMap<string, ModelSearch>,
    /** All that the tools have returned so far. */
    answers: answers as readonly string[],
  };
}

type Arguments = Readonly<Record<string, unknown>>;

function skillTool(skills: readonly AssistantSkill[], run: (work: () => string) => Promise<string>) {
  return tool({
    description: "Returns the owners' instructions for one kind of question.",
    inputSchema: input({ name: "The name of the skill." }, ["name"]),
    execute: ({ name }: Arguments) =>
      run(() => skills.find((skill) => skill.name === name)?.text ?? "There is no skill of that name."),
  });
}

/** Arguments that are all texts. Providers don't enforce the schema, so they are checked again. */
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
