import { findRoot } from "../../shared/source-roots.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type { SourcePage } from "../../source/read-page.ts";

/** Where readers can edit the files of a project. */
export interface EditableSource {
  /** The address that a file's path is appended to. */
  base: string;
  /** The address of a new issue, with the placeholders `$title` and `$text`; undefined if the host has no issues. */
  issueBase: string | undefined;
  /** A private repository is linked only if the author asks for it. */
  isPublic: boolean;
}

export interface EditLinks {
  /** The folder of the source; empty for the project itself. */
  path: string;
  /** The address that a file's path is appended to for editing; undefined for no edit links. */
  editBase: string | undefined;
  /** The address of a new issue, with `$title` and `$text`; undefined for no issue links. */
  issueBase: string | undefined;
}

interface EditContext {
  editLinks: readonly EditLinks[];
  /** The site's main address. */
  address: string | undefined;
}

/** Issues are often tracked elsewhere, so pages link to a new issue only if the author asks for it. */
export function editLinks(
  { feedback }: Pick<SiteConfig, "feedback">,
  editable: EditableSource | undefined,
): Omit<EditLinks, "path"> {
  const hasEditLinks = feedback?.suggestEdit ?? editable?.isPublic;
  return {
    editBase: hasEditLinks === true ? editable?.base : undefined,
    issueBase: feedback?.raiseIssue === true ? editable?.issueBase : undefined,
  };
}

/** A page generated from an API description has no file to edit. */
export function editUrl({ file, api }: SourcePage, context: EditContext): string | undefined {
  const { path, editBase } = linksOf(file, context);
  if (editBase === undefined || api?.isGenerated === true) return undefined;
  const own = path === "" ? file : file.slice(path.length + 1);
  return editBase + own.split("/").map(encodeURIComponent).join("/");
}

/** The form for a new issue on the git host, prefilled with the page. */
export function issueUrl({ file, title, url, api }: SourcePage, context: EditContext): string | undefined {
  const { issueBase } = linksOf(file, context);
  const { address = "" } = context;
  if (issueBase === undefined) return undefined;
  const text = api?.isGenerated === true ? `${address}${url}` : `${address}${url} (${file})`;
  return issueBase.replace("$title", encodeURIComponent(title)).replace("$text", encodeURIComponent(text));
}

function linksOf(file: string, { editLinks: [own = none, ...sources] }: EditContext): EditLinks {
  return findRoot(file, sources) ?? own;
}

const none: EditLinks = { path: "", editBase: undefined, issueBase: undefined };
