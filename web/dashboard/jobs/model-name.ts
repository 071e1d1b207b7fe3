/** Display name of the model that runs a job. */
export function modelName(model: string): string {
  return model === "builtin/rules" ? "built-in rules" : model;
}
