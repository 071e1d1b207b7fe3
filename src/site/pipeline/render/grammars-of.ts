import { openGrammars, type ProjectGrammars } from "../../page/code/grammars/project-grammars.ts";
import { readAsset } from "./read-for-task.ts";
import type { RenderSetup } from "./render-messages.ts";

/** A process renders for several projects in turn, and grammars opened for one build are reused by the next. */
const openedMax = 3;
const opened = new Map<string, Promise<ProjectGrammars>>();

/** The project's own grammars. Nothing is loaded for projects that have none. */
export async function grammarsOf(setup: RenderSetup): Promise<ProjectGrammars | undefined> {
  if (setup.grammars.length === 0) return undefined;
  const key = JSON.stringify(setup.grammars);
  const grammars =
    opened.get(key) ??
    openGrammars(setup.grammars, ({ path, sha256 }) => readAsset(setup, { name: path, sha256 }).toString("utf8"));
  opened.delete(key);
  opened.set(key, grammars);
  // A file that changed meanwhile may be valid again next time.
  grammars.catch(() => opened.delete(key));
  // Tasks run sequentially, so nothing uses what is closed here.
  for (const [oldKey, old] of opened) {
    if (opened.size <= openedMax) break;
    opened.delete(oldKey);
    old.then((unused) => unused.dispose()).catch(() => undefined);
  }
  return grammars;
}
