import { randomUUID } from "node:crypto";

/** Where the media of drafts are in the artifact store. */
export const mediaPrefix = "drafts/";

export function projectMediaPrefix(projectId: string): string {
  return `${mediaPrefix}${projectId}/`;
}

/** A new key for each upload, so that removing one file never takes the bytes of another. */
export function newMediaKey({ projectId, id }: { projectId: string; id: string }): string {
  return `${projectMediaPrefix(projectId)}${id}/${randomUUID()}`;
}
