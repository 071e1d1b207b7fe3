import { normalizeSlug, pageSlug } from "../../site/source/page-url.ts";

/** Whether a file belongs to the page or folder that a prompt names; undefined when there is no such page or folder. */
export function createScope(
  scope: string | undefined,
  paths: readonly string[],
): ((path: string) => boolean) | undefined {
  if (scope === undefined) return () => true;
  const name = normalizeSlug(scope.replace(/^\.\//, ""));
  const covers = (path: string) => path === scope || pageSlug(path) === name || path.startsWith(`${name}/`);
  return name !== "" && paths.some(covers) ? covers : undefined;
}
