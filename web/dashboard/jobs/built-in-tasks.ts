/** Tasks that the built-in agent does without a model, offered as prompts to begin with. */
export const builtInTasks: readonly { title: string; prompt: string }[] = [
  { title: "Fix broken links", prompt: "Fix broken links" },
  { title: "Remove trailing spaces", prompt: "Remove trailing spaces" },
];
