import { existsSync, readdirSync } from "node:fs";
import { expect } from "vitest";
import { foldersOf } from "../../../src/app/folders.ts";
import { blobKey } from "../../../src/platform/artifacts/artifact-keys.ts";
import { blobsOfFile } from "../../../src/platform/artifacts/manifest.ts";
import { getManifest } from "../../../src/platform/artifacts/read-artifact.ts";
import type { Project } from "../../../src/projects/store.ts";
import { never } from "../../support/artifact-store.ts";
import type { Installation } from "../publisher.ts";

/** The statuses of an update, in order. */
export async function statusMoves({ app }: Installation, id: string): Promise<string[]> {
  const events = await app.database.query
    .selectFrom("updateEvents")
    .select("text")
    .where("updateId", "=", id)
    .where("kind", "=", "status")
    .orderBy("sequence")
    .execute();
  const words = events.map(({ text }) => String(JSON.parse(text).status));
  // Some events add information to an update without changing its status.
  return words.filter((word, index) => word !== words[index - 1]);
}

/** Work trees that were not removed. */
export function leftTrees({ app }: Installation, { id }: Project): string[] {
  const { trees } = foldersOf(app.config);
  return existsSync(trees) ? readdirSync(trees).filter((name) => name.includes(id)) : [];
}

/** Expects that every file of every artifact exists in all its encodings and at full length. */
export async function expectWholeArtifacts({ app: { objects } }: Installation, { id }: Project): Promise<void> {
  for await (const { key } of objects.list(`${id}/manifests/`, never)) {
    const { files } = await getManifest(objects, id, key.split("/").at(-1) ?? "", never);
    const blobs = [...files.values()].flatMap(blobsOfFile);
    const found = await objects.find(
      blobs.map(({ hash }) => blobKey(id, hash)),
      never,
    );
    expect(blobs.filter(({ hash, size }) => found.get(blobKey(id, hash))?.size !== size)).toEqual([]);
  }
}
