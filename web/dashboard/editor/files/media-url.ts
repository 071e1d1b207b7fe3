/** The address at which the dashboard reads the draft's version of a media file. */
export function mediaUrl(projectId: string, draftId: string, path: string): string {
  const draft = `/v1/dashboard/project/${encodeURIComponent(projectId)}/drafts/${encodeURIComponent(draftId)}`;
  return `${draft}/media?path=${encodeURIComponent(path)}`;
}

/** The path that a page uses to refer to the file. */
export function mediaLink(path: string): string {
  return `/${path.split("/").map(encodeURIComponent).join("/")}`;
}
