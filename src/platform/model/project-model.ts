import { AppError } from "../errors.ts";
import { type ModelChoice, readModelChoice } from "./model-choice.ts";

/** A model and the key to it. */
export interface KeyedModel {
  choice: ModelChoice;
  key: string | undefined;
}

/** What a project writes that wants answers from its pages only. */
const noModel = "none";
const nameMaxLength = 200;

/**
 * The model that answers for a project. Its own one stands on the server of the installation's: the operator's key is sent
 * there and nowhere else, so a choice that leads elsewhere, because the installation has moved since, counts for nothing.
 */
export function modelOfProject(installed: KeyedModel | undefined, name: string | null): KeyedModel | undefined {
  if (installed === undefined || name === null) return installed;
  if (name === noModel) return undefined;
  const choice = choiceBeside(installed, name);
  return choice === undefined ? installed : { choice, key: installed.key };
}

/** Checks what somebody wants to be a project's model; null takes that of the installation. */
export function checkedProjectModel(installed: ModelChoice | undefined, name: string): string | null {
  if (name === "default") return null;
  if (name === noModel) return name;
  if (name.length > nameMaxLength || name.trim() === "") {
    throw new AppError("bad_request", `The name of a model has 1 to ${nameMaxLength} characters.`);
  }
  if (installed === undefined) {
    throw new AppError("bad_request", "A project's own model needs one of the installation: set LECTERN_MODEL first.");
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
  // An address that does not follow from the name is that of the operator's own server, which has models of any name.
  const isOwnServer = byName(choice.name)?.url !== choice.url;
  const wanted = isOwnServer ? readModelChoice(name, choice.url) : byName(name);
  return wanted?.url === choice.url ? wanted : undefined;
}

/** The model of a provider that is known. */
function byName(name: string): ModelChoice | undefined {
  try {
    return readModelChoice(name, "");
  } catch {
    return undefined;
  }
}
