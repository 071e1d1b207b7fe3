import type { EditableSource } from "../../site/theme/templates/edit-links.ts";
import type { SourceLocation } from "./fetch-source.ts";

interface HostPaths {
  host: RegExp;
  /** What stands between the repository and the branch in the address where a file is edited. */
  edit: string;
  /** Behind the repository, with what is filled into a new issue. */
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

/** Where readers can propose a change to a file or write an issue, or undefined for a host that we do not know, ours among them. */
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
  // A repository that is read without a token can be read by everyone.
  return { base, issueBase, isPublic: location.token === undefined };
}
