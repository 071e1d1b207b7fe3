import type { Secrets } from "../platform/secrets.ts";
import { readSignedText, signText } from "../platform/signed-text.ts";

export const editLinkPath = "/edit";
const purpose = "edit-link";

/**
 * The target of "Edit this page": members get to the editor, everyone else to the file on the git host. The signature
 * proves that a page of the site contains this link; otherwise anyone could find out where a private repository is.
 */
export function editLinkBase({ secrets, url }: { secrets: Secrets; url: string }, projectId: string): string {
  return `${url}${editLinkPath}/${signText(secrets, purpose, projectId)}/`;
}

/** The ID of the project that an edit link is for; undefined if this server didn't write the link. */
export function readEditLink(secrets: Secrets, signed: string): string | undefined {
  return readSignedText(secrets, purpose, signed);
}
