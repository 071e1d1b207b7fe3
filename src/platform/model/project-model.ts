import { AppError } from "../errors.ts";
import { type ModelChoice, readModelChoice } from "./model-choice.ts";

/** A model and its API key. */
export interface KeyedModel {
  choice: ModelChoice;
  key: string | undefined;
}

/** The setting of a project that wants built-in answers only. */
const noModel = "none";
const nameMaxLength = 200;

/**
 * The model that answers for a project. A project's own model must be on the same server as the operator's, because the
 * operator's key is sent there and nowhere else. If the server's settings have changed since, the choice is ignored.
 */
export function modelOfProject(installed: KeyedModel | undefined, name: string | null): KeyedModel | undefined {
  if (installed === undefined || name === null) return installed;
  if (name === noModel) return undefined;
  const choice = choiceBeside(installed, name);
  return choice === undefined ? installed : { choice, key: installed.key };
}

/** Validates a project's model setting; null selects the server's model. */
export function checkedProjectModel(installed: ModelChoice | undefined, name: string): string | null {
  if (name === "default") return null;
  if (name === noModel) return name;
  if (name.length > nameMaxLength || name.trim() === "") {
    throw new AppError("bad_request", `A model name must have 1 to ${nameMaxLength} characters.`);
  }
  if (installed === undefined) {
    throw new AppError(
      "bad_request",
      "A project can only have its own model if the server has one: set LECTERN_MODEL first.",
    );
  }
  if (choiceBeside({ choice: installed, key: undefined }, name) === undefined) {
    throw new AppError(
      "bad_request",
      `The model "${name}" is not on the server of "${installed.name}", and the key of LECTERN_MODEL_KEY is for that one only; choose a model of the same provider.`,
    );
  }
  return name;
}

function choiceBeside({ choice }: KeyedModel, name: string): ModelChoice | undefined {
  // A URL that doesn't follow from the name is the operator's own server, which may have models of any name.
  const isOwnServer = byName(choice.name)?.url !== choice.url;
  const wanted = isOwnServer ? readModelChoice(name, choice.url) : byName(name);
  return wanted?.url === choice.url ? wanted : undefined;
}

/** The model of a known provider. */
function byName(name: string): ModelChoice | undefined {
  try {
    return readModelChoice(name, "");
  } catch {
    return undefined;
  }
}
