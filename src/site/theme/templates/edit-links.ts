import type { SiteConfig } from "../../source/config/site-config.ts";

/** Where the files of a project can be edited by those who read its site. */
export interface EditableSource {
  /** An address that the path of a file completes. */
  base: string;
  /** The address of a new issue there; `$title` and `$text` stand for what is filled in. */
  issueBase: string;
  /** Whether everyone may see the repository. One that is not public is named only when the author asks for it. */
  isPublic: boolean;
}

/** What readers are led to. Issues are often kept elsewhere, so they are only asked for when the author says so. */
export function editLinks({ feedback }: Pick<SiteConfig, "feedback">, editable: EditableSource | undefined) {
  const hasEditLinks = feedback?.suggestEdit ?? editable?.isPublic;
  return {
    editBase: hasEditLinks === true ? editable?.base : undefined,
    issueBase: feedback?.raiseIssue === true ? editable?.issueBase : undefined,
  };
}
