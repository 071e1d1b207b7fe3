import { cacheKey } from "../../shared/cache/cache-key.ts";
import { authorCodePath } from "../../shared/site-file.ts";
import { resolveInclude } from "../../source/resolve-include.ts";
import { Refusal } from "../author-code/refusal.ts";
import { loadModule } from "../markdown/module-scope.ts";
import type { PageState } from "../markdown/render-context.ts";
import type { AuthorFunction } from "../page-tree.ts";
import type { IslandSource } from "./island.ts";

const filesMax = 50;
const hashDigits = 12;

/** Collects the code that a component or the handlers of an element need. Throws a Refusal if some of it can't run. */
export function findIslandSource(
  tag: string,
  functions: readonly AuthorFunction[],
  version: string,
  page: PageState,
): IslandSource {
  const entries = functions.map(({ name, file, expression }) => {
    if (file === undefined) throw new Refusal("it is not defined as a constant or function at the top level of a file");
    return { file, name, expression: expression && page.interpreter.fill(expression) };
  });
  const roots = page.settings.sources;
  const code = new Map<string, string>();
  const imports: IslandSource["imports"] = new Map();
  let bytes = 0;
  const waiting = entries.map(({ file }) => file);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (code.has(next)) continue;
    const parts = page.codeFiles.get(next) ?? [];
    const text = parts.map((part) => page.interpreter.fill(part.text)).join("\n");
    bytes += text.length;
    if (code.size >= filesMax) throw new Refusal(`it needs more than ${filesMax} files`);
    if (bytes > page.limits.islandSourceBytesMax) {
      throw new Refusal(`its code is longer than ${page.limits.islandSourceBytesMax} characters`);
    }
    code.set(next, text);
    const used = parts.flatMap((part) => part.imports);
    imports.set(next, used);
    for (const { specifier } of used) {
      const target = resolveInclude(next, specifier, roots);
      if (target !== undefined && open(target, page)) waiting.push(target);
    }
  }
  const key = cacheKey(
    "island",
    version,
    JSON.stringify(entries),
    ...[...code].toSorted(([one], [other]) => (one < other ? -1 : 1)).flat(),
  );
  const path = `${authorCodePath}${key.slice(0, hashDigits)}/${tag.replaceAll(/\W/g, "") || "island"}.js`;
  return { entries, code, imports, key, path, ...(roots && { roots }) };
}

/** Whether the file exists and has code. A file that can't be read is only a problem if the component uses it. */
function open(file: string, page: PageState): boolean {
  if (page.codeFiles.has(file)) return true;
  if (!page.snippets.has(file) || !/\.(?:mdx?|jsx)$/.test(file)) return false;
  try {
    loadModule(file, page);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return page.codeFiles.has(file);
}
