import { createSiteVectors, type FindNear } from "../assistant/site-vectors.ts";
import { readModelChoice } from "../platform/model/model-choice.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";

/** Undefined if no embeddings model is configured. */
export function openVectors({ config, log }: Pick<App, "config" | "log">): FindNear | undefined {
  const { name, url, key } = config.embeddings;
  const choice = readModelChoice(name, url, "LECTERN_EMBEDDINGS");
  return choice && createSiteVectors({ embedder: { choice, key }, folder: foldersOf(config).vectors, log });
}
