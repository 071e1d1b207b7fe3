import type { SourceLocation } from "../../projects/source/find-tip.ts";
import type { EditableSource } from "../../site/building.ts";

interface HostPaths {
  host: RegExp;
  /** The path between the repository and the branch in the address of a file's editor. */
  edit: string;
  /** The path after the repository, with placeholders for the text of a new issue. */
  issue: string;
}

const issueForm = "issues/new?title=$title&body=$text";
const hostPaths: readonly HostPaths[] = [
  { host: /(?:^|\.)github\./, edit: "edit", issue: issueForm },
  {
    host: /(?:^|\.)gitlab\./,
    edit: "-/edit",
    issue: "-/issues/new?issue[title]=$title&issue[description]=$text",
  },
  { host: /^codeberg\.org$|(?:^|\.)(?:gitea|forgejo)\./, edit: "_edit", issue: issueForm },
];

/** Where readers can edit a file or open an issue; undefined for unknown hosts and the built-in one. */
export function editableSource(
  location: SourceLocation,
  branch: string,
  directory: string,
): EditableSource | undefined {
  const url = location.kind === "remote" ? URL.parse(location.url) : null;
  const known = hostPaths.find(({ host }) => url !== null && host.test(url.hostname));
  if (location.kind !== "remote" || url === null || known === undefined) return undefined;
  const repository = url.pathname.replace(/\/$/, "").replace(/\.git$/, "");
  const parts = [...branch.split("/"), ...directory.split("/").filter((part) => part !== "" && part !== ".")];
  const base = `${url.origin}${repository}/${known.edit}/${parts.map(encodeURIComponent).join("/")}/`;
  const issueBase = `${url.origin}${repository}/${known.issue}`;
  // A repository that we read without a token is public.
  return { base, issueBase, isPublic: location.token === undefined };
}
