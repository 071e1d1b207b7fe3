import { ApiError } from "../../../src/contract/client.ts";
import { archiveMebibytesMax } from "../../../src/contract/import-limits.ts";
import { type Answer, dashboardHeader } from "../api/client.ts";

/** Uploads an archive. The generated client only sends JSON. */
export async function importArchive(
  { organizationId, name, domain }: { organizationId: string; name: string; domain: string },
  archive: Blob,
): Promise<Answer<"createProject">> {
  // Browsers send the whole archive before they read the server's refusal, and then show none.
  if (archive.size > archiveMebibytesMax * 1_048_576) {
    throw new Error(`The archive is larger than ${archiveMebibytesMax} MiB. Connect a git repository instead.`);
  }
  const query = new URLSearchParams({ name, domain });
  const response = await fetch(`/v1/dashboard/organization/${encodeURIComponent(organizationId)}/import?${query}`, {
    method: "POST",
    headers: { ...dashboardHeader, "content-type": archiveType(archive) },
    body: archive,
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const error = (body as { error?: unknown } | undefined)?.error;
    const text = typeof error === "string" ? error : `The server responded with status ${response.status}.`;
    throw new ApiError(response.status, { error: text }, undefined);
  }
  return body as Answer<"createProject">;
}

/** Chooses the type by file name, because browsers report different types for archives. */
function archiveType(archive: Blob): string {
  const name = archive instanceof File ? archive.name : "";
  if (/\.t?gz$/i.test(name)) {
    return "application/gzip";
  }
  return /\.tar$/i.test(name) ? "application/x-tar" : "application/zip";
}

const bytesMax = 200 * 1024 * 1024;
const leftOut = /(?:^|\/)(?:\.[^/]+|node_modules)(?:\/|$)/;
const keptHidden = /(?:^|\/)\.(?:lecternignore|mintignore)$/;

/** Zips a folder's content without the folder itself, so that docs.json is at the root. */
export async function packFolder(files: readonly File[]): Promise<Blob> {
  const wanted = files
    .map((file) => ({ file, path: file.webkitRelativePath.split("/").slice(1).join("/") }))
    .filter(({ path }) => path !== "" && isWanted(path));
  if (wanted.length === 0) {
    throw new Error("The folder has no files to import.");
  }
  const bytes = wanted.reduce((sum, { file }) => sum + file.size, 0);
  if (bytes > bytesMax) {
    throw new Error(`The folder is larger than ${bytesMax / 1024 / 1024} MB. Connect a git repository instead.`);
  }
  const { zip } = await import("fflate");
  const contents: Record<string, Uint8Array> = {};
  for (const { file, path } of wanted) {
    contents[path] = new Uint8Array(await file.arrayBuffer());
  }
  const packed = await new Promise<Uint8Array>((resolve, reject) =>
    zip(contents, { level: 6 }, (error, data) => (error === null ? resolve(data) : reject(error))),
  );
  return new Blob([new Uint8Array(packed)], { type: "application/zip" });
}

/** Skips the files of git, editors and package managers. */
function isWanted(path: string): boolean {
  return !leftOut.test(path) || keptHidden.test(path);
}
