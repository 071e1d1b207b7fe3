import type { AgentTaskName } from "../../contract/agent-tasks.ts";
import { movePages } from "../../docs-edits/move-pages.ts";
import type { RunTask } from "./task.ts";
import { addOrphans } from "./tasks/add-orphans.ts";
import { addRedirects } from "./tasks/add-redirects.ts";
import { renameTerm, replaceText } from "./tasks/change-words.ts";
import { checkStyle } from "./tasks/check-style.ts";
import { fillDescriptions } from "./tasks/fill-descriptions.ts";
import { fixAnchors } from "./tasks/fix-anchors.ts";
import { fixHeadings } from "./tasks/fix-headings.ts";
import { fixLinks } from "./tasks/fix-links.ts";
import { fixSpelling } from "./tasks/fix-spelling.ts";
import { labelFences } from "./tasks/label-fences.ts";
import { reportAltText } from "./tasks/report-alt-text.ts";
import { reportDeadLinks } from "./tasks/report-dead-links.ts";
import { reportUnused } from "./tasks/report-unused.ts";
import { trimSpaces } from "./tasks/trim-spaces.ts";
import { updateCopyright } from "./tasks/update-copyright.ts";

/** The work of each task, by its name. */
export const taskRunners: Readonly<Record<AgentTaskName, RunTask>> = {
  "add-orphans": addOrphans,
  "add-redirects": addRedirects,
  "check-style": checkStyle,
  "fill-descriptions": fillDescriptions,
  "fix-anchors": fixAnchors,
  "fix-headings": fixHeadings,
  "fix-links": fixLinks,
  "fix-spelling": fixSpelling,
  "label-fences": labelFences,
  "move-page": async (docs, { values: [from = "", to = ""] }) => void (await movePages(docs, { from, to })),
  "rename-term": renameTerm,
  "report-alt-text": reportAltText,
  "report-dead-links": reportDeadLinks,
  "report-unused": reportUnused,
  "replace-text": replaceText,
  "trim-spaces": trimSpaces,
  "update-copyright": updateCopyright,
};
