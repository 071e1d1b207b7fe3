interface Source {
  repository: string;
  branch: string;
  directory: string;
  isHosted: boolean;
}

/** URL of a file at a commit on its git host; undefined for unknown hosts. */
export function sourceFileUrl(
  source: Source | undefined,
  sha: string | undefined,
  file: string,
  line?: number,
): string | undefined {
  if (source === undefined || source.isHosted || !URL.canParse(source.repository)) {
    return undefined;
  }
  const { hostname, origin, pathname } = new URL(source.repository);
  const repository = `${origin}${pathname.replace(/(?:\.git)?\/?$/, "")}`;
  const path = [source.directory, file].filter(Boolean).join("/").split("/").map(encodeURIComponent).join("/");
  const at = `${encodeURIComponent(sha ?? source.branch)}/${path}${line === undefined ? "" : `#L${line}`}`;
  if (hostname === "github.com") {
    return `${repository}/blob/${at}`;
  }
  return hostname.includes("gitlab") ? `${repository}/-/blob/${at}` : undefined;
}
