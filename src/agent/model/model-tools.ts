import { jsonSchema } from "ai";

const path = { type: "string", description: "From the content directory, such as guides/start.mdx." };
const text = (description: string) => ({ type: "string", description });

const replaced = { old_text: text("What is there now."), new_text: text("What replaces it.") };

/**
 * Tool definitions for the model. The SDK doesn't run the tools; this server runs them once the whole step has arrived.
 */
const modelTools = {
  list_files: define("Lists the files of the documentation.", { folder: text("Only below this folder.") }, []),
  read_image: define("Shows you an image of the documentation.", { path }, ["path"]),
  read_file: define(
    "Reads a file with line numbers. Long files are cut; ask for a range.",
    { path, from_line: { type: "integer" }, to_line: { type: "integer" } },
    ["path"],
  ),
  search_text: define(
    "Finds lines that contain a text, ignoring case.",
    { query: text("The text."), is_regular_expression: { type: "boolean", description: "JavaScript syntax." } },
    ["query"],
  ),
  search_docs: define("Finds pages by what they are about.", { query: text("Words.") }, ["query"]),
  edit_file: define(
    "Replaces one or several texts in a file, all or none. Each old text must be in the file exactly once, with every space and line break. Give either old_text and new_text, or edits.",
    { path, ...replaced, edits: { type: "array", items: { type: "object", properties: replaced } } },
    ["path"],
  ),
  write_file: define("Writes a whole file.", { path, content: text("All of it.") }, ["path", "content"]),
  move_page: define(
    "Moves a page or a folder. Links to it and the navigation are changed with it.",
    { from: path, to: path },
    ["from", "to"],
  ),
  delete_file: define("Deletes a file.", { path }, ["path"]),
  validate_docs: define("Builds the documentation and reports what the changes break.", {}, []),
  ask_person: define(
    "Asks the person who wrote the prompt, and waits for the answer. Call it alone, and only if you can't decide from the files.",
    { question: text("The question, with the possible answers if there are a few.") },
    ["question"],
  ),
  finish: define(
    "Ends the work. Call it alone, when everything is done or nothing is to be done.",
    {
      title: text("What was changed, in one line of at most 72 characters, for the title of the pull request."),
      description: text("What was changed and why, in Markdown; if nothing was changed, why not."),
    },
    ["title", "description"],
  ),
};

const repository = text("Which of the code repositories; may be left out if there is one.");

const codeTools = {
  list_code: define(
    "Lists the files of a code repository.",
    { repository, folder: text("Only below this folder.") },
    [],
  ),
  search_code: define(
    "Searches a code repository for a text, ignoring case, or for the places that define a symbol.",
    {
      repository,
      query: text("The text, or the name of the symbol."),
      kind: { type: "string", enum: ["text", "symbol"] },
    },
    ["query"],
  ),
  read_code: define(
    "Reads a file of a code repository with line numbers.",
    { repository, path: text("From the root."), from_line: { type: "integer" }, to_line: { type: "integer" } },
    ["path"],
  ),
};

export type ModelTools = Partial<typeof modelTools & typeof codeTools>;

const writing: ReadonlySet<string> = new Set(["edit_file", "write_file", "move_page", "delete_file", "finish"]);

/** The tools of a job. Until its plan is approved, a model may only read and ask. */
export function toolsFor({ mayWrite, hasCode }: { mayWrite: boolean; hasCode: boolean }): ModelTools {
  const tools = { ...modelTools, ...(hasCode && codeTools) };
  return Object.fromEntries(Object.entries(tools).filter(([name]) => mayWrite || !writing.has(name)));
}

export function isCodeTool(name: string): boolean {
  return Object.hasOwn(codeTools, name);
}

/** Why a call was refused before it reached a tool. */
export function describeMalformed(name: string): string {
  return Object.hasOwn(modelTools, name) ? "The arguments are not valid JSON." : "There is no such tool.";
}

function define(description: string, properties: Record<string, object>, required: readonly string[]) {
  return {
    description,
    // Untyped because each tool validates the model's input itself.
    inputSchema: jsonSchema<never>({
      type: "object",
      properties,
      required: [...required],
      additionalProperties: false,
    }),
  };
}
