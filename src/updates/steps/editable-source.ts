import type { EditableSource } from "../../site/build/plan-site.ts";
import type { SourceLocation } from "./fetch-source.ts";

/** What each kind of git host has between the repository and the branch in the address where a file is edited. */
const editPaths: readonly { host: RegExp; path: string }[] = [
  { host: /(?:^|\.)github\./, path: "edit" },
  { host: /(?:^|\.)gitlab\./, path: "-/edit" },
  { host: /^codeberg\.org$|(?:^|\.)(?:gitea|forgejo)\./, path: "_edit" },
];

/** Where readers can propose a change to a file, or undefined for a host that we do not know, ours among them. */
export function editableSource(
  location: SourceLocation,
  branch: string,
  directory: string,
): EditableSource | undefined {
  const url = location.kind === "remote" ? URL.parse(location.url) : null;
  const known = editPaths.find(({ host }) => url !== null && host.test(url.hostname));
  if (location.kind !== "remote" || url === null || known === undefined) return undefined;
  const repository = url.pathname.replace(/\/$/, "").replace(/\.git$/, "");
  const parts = [...branch.split("/"), ...directory.split("/").filter((part) => part !== "" && part !== ".")];
  const base = `${url.origin}${repository}/${known.path}/${parts.map(encodeURIComponent).join("/")}/`;
  // A repository that is read without a token can be read by everyone.
  return { base, isPublic: location.token === undefined };
}
