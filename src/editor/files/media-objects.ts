import { randomUUID } from "node:crypto";

/** The folder in the artifact store for media of drafts. */
export const mediaPrefix = "drafts/";

export function projectMediaPrefix(projectId: string): string {
  return `${mediaPrefix}${projectId}/`;
}

/** A new key for each upload, so that removing one file never removes the bytes of another. */
export function newMediaKey({ projectId, id }: { projectId: string; id: string }): string {
  return `${projectMediaPrefix(projectId)}${id}/${randomUUID()}`;
}
