import { jsonSchema } from "ai";

const path = { type: "string", description: "From the content directory, such as guides/start.mdx." };
const text = (description: string) => ({ type: "string", description });

/** The tools as the model sees them. None of them is run by the SDK: we do that when the whole step is known. */
export const modelTools = {
  list_files: define("Lists the files of the documentation.", { folder: text("Only below this folder.") }, []),
  read_file: define(
    "Reads a file with line numbers. Long files are cut; ask for a range.",
    { path, from_line: { type: "integer" }, to_line: { type: "integer" } },
    ["path"],
  ),
  search_text: define("Finds lines that hold a text, in any case.", { query: text("The text.") }, ["query"]),
  search_docs: define("Finds pages by what they are about.", { query: text("Words.") }, ["query"]),
  edit_file: define(
    "Replaces a text in a file. The old text must be in the file exactly once, with every space and line break.",
    { path, old_text: text("What is there now."), new_text: text("What stands there then.") },
    ["path", "old_text", "new_text"],
  ),
  write_file: define("Writes a whole file.", { path, content: text("All of it.") }, ["path", "content"]),
  move_page: define("Moves a page. Links to it and the navigation are changed with it.", { from: path, to: path }, [
    "from",
    "to",
  ]),
  delete_file: define("Deletes a file.", { path }, ["path"]),
  validate_docs: define("Builds the documentation and tells what the changes break.", {}, []),
  finish: define(
    "Ends the work. Call it alone, when everything is done or nothing is to be done.",
    {
      title: text("What was changed, in one line of at most 72 characters, for the title of the pull request."),
      description: text("What was changed and why, in Markdown; if nothing was changed, why not."),
    },
    ["title", "description"],
  ),
};

function define(description: string, properties: Record<string, object>, required: readonly string[]) {
  return {
    description,
    // Nothing is said of the type: what a model sends is read by the tool itself.
    inputSchema: jsonSchema<never>({
      type: "object",
      properties,
      required: [...required],
      additionalProperties: false,
    }),
  };
}
