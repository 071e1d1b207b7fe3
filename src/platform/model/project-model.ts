import { AppError } from "../errors.ts";
import { type ModelChoice, readModelChoice } from "./model-choice.ts";

/** A model and its API key. */
export interface KeyedModel {
  choice: ModelChoice;
  key: string | undefined;
}

/** The model that a project has chosen. */
export interface ProjectModel {
  /** Null to use the server's model, `none` to use no model. */
  name: string | null;
  /** The project's own server, if it differs from the provider's. */
  url: string | null;
  /** The project's own key. Without it, the model must be on the same server as the operator's. */
  key: string | null;
}

/** The setting of a project that only wants built-in answers. */
export const noModel = "none";
const nameMaxLength = 200;

/**
 * The model that answers for a project. With a key or an address of its own, a project can use any provider. Otherwise
 * its model must be on the same server as the operator's, because the operator's key is only sent there. If the
 * server's settings have changed since, the project's choice is ignored.
 */
export function modelOfProject(
  installed: KeyedModel | undefined,
  { name, url, key }: ProjectModel,
  guardedFetch: NonNullable<ModelChoice["fetch"]>,
): KeyedModel | undefined {
  if (name === noModel) return undefined;
  if (name === null) return installed;
  if (url !== null || key !== null) {
    const choice = readModelChoice(name, url ?? "");
    return choice && { choice: { ...choice, fetch: guardedFetch }, key: key ?? undefined };
  }
  const choice = installed && choiceBeside(installed, name);
  // The model is on the operator's server, so the operator's rules for reaching it apply.
  return choice === undefined ? installed : { choice: { ...installed?.choice, ...choice }, key: installed?.key };
}

/** Validates the name of a project's model; null selects the server's model. */
export function checkedProjectModel(
  installed: ModelChoice | undefined,
  { name, url, key }: ProjectModel,
): string | null {
  if (name === null || name === "default") return null;
  if (name === noModel) return name;
  if (name.length > nameMaxLength || name.trim() === "") {
    throw new AppError("bad_request", `A model name must have 1 to ${nameMaxLength} characters.`);
  }
  if (url !== null || key !== null) {
    readModelChoice(name, url ?? "");
    return name;
  }
  if (installed === undefined) {
    throw new AppError(
      "bad_request",
      "The server has no model, so the project needs a key or a server of its own to use one.",
    );
  }
  if (choiceBeside({ choice: installed, key: undefined }, name) === undefined) {
    throw new AppError(
      "bad_request",
      `The model "${name}" isn't available from the provider of "${installed.name}", and the server's key only works there. Choose a model from the same provider, or enter a key of your own.`,
    );
  }
  return name;
}

function choiceBeside({ choice }: KeyedModel, name: string): ModelChoice | undefined {
  // A URL that doesn't follow from the name is the operator's own server, whose models may have any name.
  const isOwnServer = byName(choice.name)?.url !== choice.url;
  const wanted = isOwnServer ? readModelChoice(name, choice.url) : byName(name);
  return wanted?.url === choice.url ? wanted : undefined;
}

/** The model, if its name starts with a known provider. */
function byName(name: string): ModelChoice | undefined {
  try {
    return readModelChoice(name, "");
  } catch {
    return undefined;
  }
}
