import { ApiError } from "../../../src/contract/client.ts";
import { type Answer, dashboardHeader } from "../api/client.ts";

/** Uploads an archive. The generated client can't, because it sends JSON only. */
export async function importArchive(
  { organizationId, name, domain }: { organizationId: string; name: string; domain: string },
  archive: Blob,
): Promise<Answer<"createProject">> {
  const query = new URLSearchParams({ name, domain });
  const response = await fetch(`/v1/dashboard/organization/${encodeURIComponent(organizationId)}/import?${query}`, {
    method: "POST",
    headers: { ...dashboardHeader, "content-type": archiveType(archive) },
    body: archive,
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const error = (body as { error?: unknown } | undefined)?.error;
    const text = typeof error === "string" ? error : `The server answered with status ${response.status}.`;
    throw new ApiError(response.status, { error: text }, undefined);
  }
  return body as Answer<"createProject">;
}

/** Decides by file name, because browsers disagree about the types of archives. */
function archiveType(archive: Blob): string {
  const name = archive instanceof File ? archive.name : "";
  if (/\.t?gz$/i.test(name)) {
    return "application/gzip";
  }
  return /\.tar$/i.test(name) ? "application/x-tar" : "application/zip";
}
