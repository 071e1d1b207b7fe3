import { movePages } from "../../../docs-edits/move-pages.ts";
import type { RunTask } from "../task.ts";

export const movePage: RunTask = async (docs, { values }) => {
  const [from = "", to = ""] = values;
  await movePages(docs, { from, to });
};
