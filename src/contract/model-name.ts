export const builtInModel = "builtin/rules";

/** Display name of the model that runs a job. */
export function modelName(model: string): string {
  return model === builtInModel ? "Built-in tasks" : model;
}
