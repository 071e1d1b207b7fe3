import { openGrammars, type ProjectGrammars } from "../../page/code/grammars/project-grammars.ts";
import { readAsset } from "./read-for-task.ts";
import type { RenderSetup } from "./render-messages.ts";

/** A process renders for several projects in turn; what one build has opened serves the next. */
const openedMax = 3;
const opened = new Map<string, Promise<ProjectGrammars>>();

/** The project's own grammars. Nothing is loaded for the many projects that have none. */
export async function grammarsOf(setup: RenderSetup): Promise<ProjectGrammars | undefined> {
  if (setup.grammars.length === 0) return undefined;
  const key = JSON.stringify(setup.grammars);
  const grammars =
    opened.get(key) ??
    openGrammars(setup.grammars, ({ path, sha256 }) => readAsset(setup, { name: path, sha256 }).toString("utf8"));
  opened.delete(key);
  opened.set(key, grammars);
  // A file that has changed in the meantime may be as it was the next time.
  grammars.catch(() => opened.delete(key));
  // Tasks follow each other, so nobody is using what is closed here.
  for (const [oldKey, old] of opened) {
    if (opened.size <= openedMax) break;
    opened.delete(oldKey);
    old.then((unused) => unused.dispose()).catch(() => undefined);
  }
  return grammars;
}
