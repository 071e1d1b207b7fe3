import type { SiteConfig } from "../../source/config/site-config.ts";

/** Where readers can edit the files of a project. */
export interface EditableSource {
  /** The address that a file's path is appended to. */
  base: string;
  /** The address of a new issue, with the placeholders `$title` and `$text`. */
  issueBase: string;
  /** A private repository is linked only if the author asks for it. */
  isPublic: boolean;
}

/** Issues are often tracked elsewhere, so their link is opt-in. */
export function editLinks({ feedback }: Pick<SiteConfig, "feedback">, editable: EditableSource | undefined) {
  const hasEditLinks = feedback?.suggestEdit ?? editable?.isPublic;
  return {
    editBase: hasEditLinks === true ? editable?.base : undefined,
    issueBase: feedback?.raiseIssue === true ? editable?.issueBase : undefined,
  };
}
