/** Where the dashboard reads a media file as the draft has it. */
export function mediaUrl(projectId: string, draftId: string, path: string): string {
  const draft = `/v1/dashboard/project/${encodeURIComponent(projectId)}/drafts/${encodeURIComponent(draftId)}`;
  return `${draft}/media?path=${encodeURIComponent(path)}`;
}

/** How a page refers to the file. */
export function mediaLink(path: string): string {
  return `/${path.split("/").map(encodeURIComponent).join("/")}`;
}
