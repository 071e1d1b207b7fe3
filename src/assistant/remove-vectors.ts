import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../platform/db/database.ts";
import { listNames } from "../platform/list-names.ts";
import { findProjectById } from "../projects/store.ts";

/** Every file is named after its project and its model; see `site-vectors.ts`. */
const vectorsPattern = /^(prj_[0-9a-z]+)-[0-9a-f]+\.vectors/;

/** Removes the embeddings of a project, for every model it ever had. */
export async function removeVectorsOf(folder: string, projectId: string): Promise<void> {
  for (const name of await listNames(folder)) {
    if (ownerOf(name) === projectId) await rm(join(folder, name), { force: true });
  }
}

/** Removes the embeddings that removed projects left behind. */
export async function sweepVectors({ query }: Database, folder: string, signal: AbortSignal): Promise<void> {
  for (const projectId of new Set((await listNames(folder)).map(ownerOf))) {
    signal.throwIfAborted();
    const isRemoved = projectId !== undefined && (await findProjectById(query, projectId)) === undefined;
    if (isRemoved) await removeVectorsOf(folder, projectId);
  }
}

function ownerOf(name: string): string | undefined {
  return vectorsPattern.exec(name)?.[1];
}
