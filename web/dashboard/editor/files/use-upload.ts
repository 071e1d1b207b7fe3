import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../../src/contract/client.ts";
import type { UploadedMedia } from "../../../../src/contract/editor-file-operations.ts";
import type { ErrorReply } from "../../../../src/contract/send-request.ts";
import { clientOptions } from "../../api/client.ts";
import { mediaBytesMax } from "./draft-queries.ts";

export type { UploadedMedia };

export interface Upload {
  /** The names of the files that are being uploaded. */
  pending: readonly string[];
  /** Uploads a file and returns its path. Throws an error with a message for the person. */
  send: (file: File) => Promise<UploadedMedia>;
}

/** Adds dropped, pasted or chosen files to a draft. */
export function useUpload(projectId: string, draftId: string): Upload {
  const [pending, setPending] = useState<readonly string[]>([]);
  const queries = useQueryClient();
  const send = async (file: File) => {
    const name = file.name === "" ? "image" : file.name;
    setPending((names) => [...names, name]);
    try {
      const stored = await sendMedia(projectId, draftId, name, file);
      void queries.invalidateQueries({ queryKey: ["draft", draftId] });
      return stored;
    } finally {
      setPending((names) => names.toSpliced(names.indexOf(name), 1));
    }
  };
  return { pending, send };
}

async function sendMedia(projectId: string, draftId: string, name: string, file: File): Promise<UploadedMedia> {
  if (file.size > mediaBytesMax) {
    throw new Error(
      `${name} is larger than ${mediaBytesMax / 1_000_000} MB; make it smaller, or keep it elsewhere and link to it.`,
    );
  }
  const path = `/v1/dashboard/project/${encodeURIComponent(projectId)}/drafts/${encodeURIComponent(draftId)}/media`;
  const response = await (clientOptions.fetch ?? fetch)(`${path}?name=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
  });
  const body: unknown = await response.json().catch(() => ({ error: "The file could not be stored; try again." }));
  if (!response.ok) throw new ApiError(response.status, body as ErrorReply, undefined);
  return body as UploadedMedia;
}
