/** Who does the work of a job, for people. */
export function doerWord(model: string): string {
  return model === "builtin/rules" ? "built-in rules" : model;
}
