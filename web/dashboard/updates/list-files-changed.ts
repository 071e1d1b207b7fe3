import type { UpdateSummary } from "../../../src/contract/schemas.ts";

type Commit = NonNullable<UpdateSummary["commit"]>;

interface ChangedFile {
  kind: "added" | "modified" | "renamed" | "removed";
  path: string;
  /** The old name; only for renamed files. */
  from?: string;
}

const kinds = ["added", "modified", "renamed", "removed"] as const;

/** Lists every changed file once. The API lists a renamed file also as added and as removed. */
export function listFilesChanged(
  { added, modified, removed }: NonNullable<Commit["filesChanged"]>,
  renames: NonNullable<Commit["filesRenamed"]> = [],
): { all: ChangedFile[]; counts: string } {
  const [from, to] = [new Set(renames.map((each) => each.from)), new Set(renames.map((each) => each.to))];
  const all: ChangedFile[] = [
    ...added.filter((path) => !to.has(path)).map((path) => ({ kind: "added" as const, path })),
    ...modified.map((path) => ({ kind: "modified" as const, path })),
    ...renames.map((each) => ({ kind: "renamed" as const, path: each.to, from: each.from })),
    ...removed.filter((path) => !from.has(path)).map((path) => ({ kind: "removed" as const, path })),
  ];
  const counts = kinds.map((kind) => ({ kind, files: all.filter((file) => file.kind === kind).length }));
  const shown = counts.filter(({ files }) => files > 0).map(({ kind, files }) => `${files} ${kind}`);
  return { all, counts: shown.join(", ") };
}
