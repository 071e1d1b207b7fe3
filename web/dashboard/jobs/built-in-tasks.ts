/** Shown in the empty form when the server has no model. */
export const builtInExample = "Fix broken links and misspellings";

/**
 * Suggested prompts that the built-in agent handles without a model. A test checks that the agent understands each one.
 */
export const builtInTasks: readonly { title: string; prompt: string }[] = [
  { title: "Fix broken links", prompt: "Fix broken links" },
  { title: "Fix broken anchors", prompt: "Fix broken anchors" },
  { title: "Fix misspellings", prompt: "Fix misspellings" },
  { title: "Fill missing descriptions", prompt: "Fill missing descriptions" },
  { title: "Fix heading levels", prompt: "Fix heading levels" },
  { title: "Label code fences", prompt: "Label code fences" },
  { title: "Rename a term", prompt: 'Rename "Old name" to "New name"' },
  { title: "Replace text", prompt: 'Replace "old words" with "new words"' },
  { title: "Update the copyright year", prompt: "Update copyright year" },
  { title: "Remove trailing spaces", prompt: "Remove trailing spaces" },
];
