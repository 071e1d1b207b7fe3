/** A folder of the site whose files come from another repository, branch or tag. */
export interface SourceRoot {
  /** `sdk` or `docs/v1`. */
  path: string;
  /** The names at the top of its repository, without the extensions of pages. An empty name is its home page. */
  names: readonly string[];
}

/** The source that a file or folder belongs to; undefined for the project's own files. */
export function findRoot<Root extends { path: string }>(path: string, roots: readonly Root[]): Root | undefined {
  return roots.find((root) => path === root.path || path.startsWith(`${root.path}/`));
}

/**
 * In a source, `/guides/run` means its own page if it has a folder or page `guides`. Otherwise the path starts at the
 * root of the site, so that pages of one source can link to another.
 */
export function placeInRoot(path: string, root: SourceRoot | undefined): string {
  if (root === undefined || !path.startsWith("/") || findRoot(path.slice(1), [root])) return path;
  const [first = ""] = path.slice(1).split(/[/?#]/, 1);
  if (!root.names.includes(nameOf(first))) return path;
  return path === "/" ? `/${root.path}` : `/${root.path}${path}`;
}

/** The roots of sources whose files are in folders of the site. */
export function readRoots<Source extends { path: string }>(
  sources: readonly Source[],
  files: readonly { path: string }[],
): (Source & { names: string[] })[] {
  const names = new Map(sources.map(({ path }) => [path, new Set<string>()]));
  for (const { path } of files) {
    const root = findRoot(path, sources);
    const [first = ""] = root === undefined ? [] : path.slice(root.path.length + 1).split("/", 1);
    if (root !== undefined) names.get(root.path)?.add(nameOf(first));
  }
  return sources.map((source) => {
    const own = [...(names.get(source.path) ?? [])];
    return { ...source, names: (own.includes("index") ? ["", ...own] : own).toSorted() };
  });
}

function nameOf(file: string): string {
  return file.replace(/\.mdx?$/, "");
}
