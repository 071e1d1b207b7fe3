import { ApiError } from "../../../../src/contract/client.ts";
import type { UploadedMedia } from "../../../../src/contract/editor-file-operations.ts";
import type { ErrorReply } from "../../../../src/contract/send-request.ts";
import { clientOptions } from "../../api/client.ts";
import { type DraftParams, draftPath } from "../draft-queries.ts";

/** The server validates this again. */
const mediaBytesMax = 20_000_000;

/** Adds a dropped, pasted or chosen file to a draft. Throws an error with a message for the person. */
export async function uploadMedia(draft: DraftParams, file: File): Promise<UploadedMedia> {
  const name = file.name === "" ? "image" : file.name;
  if (file.size > mediaBytesMax) {
    throw new Error(
      `${name} is larger than ${mediaBytesMax / 1_000_000} MB; make it smaller, or keep it elsewhere and link to it.`,
    );
  }
  const path = `${draftPath(draft)}/media?name=${encodeURIComponent(name)}`;
  const response = await (clientOptions.fetch ?? fetch)(path, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
  });
  const body: unknown = await response.json().catch(() => ({ error: "The file could not be stored; try again." }));
  if (!response.ok) throw new ApiError(response.status, body as ErrorReply, undefined);
  return body as UploadedMedia;
}
