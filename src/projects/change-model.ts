import { AppError } from "../platform/errors.ts";
import { type ModelChoice, readModelChoice } from "../platform/model/model-choice.ts";
import { checkedProjectModel, noModel, type ProjectModel } from "../platform/model/project-model.ts";

export interface ModelChange {
  /** `provider/model`, `none`, or `default` to use the server's. */
  model?: string | undefined;
  /** Null to use the provider's own address. */
  modelUrl?: string | null | undefined;
  /** Sealed. Null deletes the stored key. */
  modelKey?: string | null | undefined;
}

/** The project's model after the change. A key that was entered for one server is never sent to another. */
export function changedModel(
  installed: ModelChoice | undefined,
  stored: ProjectModel,
  { model, modelUrl, modelKey }: ModelChange,
): ProjectModel {
  const name = model === undefined ? stored.name : model === "default" ? null : model.trim();
  if (name === null || name === noModel) {
    if ((modelUrl ?? modelKey ?? null) !== null) {
      throw new AppError("bad_request", "Also enter the name of the model that the key or the address is for.");
    }
    return { name, url: null, key: null };
  }
  const url = modelUrl === undefined && model === undefined ? stored.url : (modelUrl ?? null);
  const kept = isSameServer(stored, { name, url }) ? stored.key : null;
  const changed = { name, url, key: modelKey === undefined ? kept : modelKey };
  return { ...changed, name: checkedProjectModel(installed, changed) };
}

function isSameServer(stored: ProjectModel, changed: { name: string; url: string | null }): boolean {
  if (stored.name === null || stored.name === noModel || stored.key === null) return false;
  return readModelChoice(stored.name, stored.url ?? "")?.url === readModelChoice(changed.name, changed.url ?? "")?.url;
}
