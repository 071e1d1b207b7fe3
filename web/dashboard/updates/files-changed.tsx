import { count } from "../../../src/contract/count.ts";
import type { UpdateSummary } from "../../../src/contract/schemas.ts";
import { Card, Section } from "../ui/page.tsx";

type Commit = NonNullable<UpdateSummary["commit"]>;

const looks = {
  added: { sign: "+", color: "text-ok" },
  modified: { sign: "~", color: "text-warn" },
  renamed: { sign: "→", color: "text-ink-soft" },
  removed: { sign: "−", color: "text-danger" },
} as const;
const shownMax = 200;

interface FilesChangedProps {
  files: NonNullable<Commit["filesChanged"]>;
  filesRenamed?: Commit["filesRenamed"];
}

/** The files that a push changed. */
export function FilesChanged({ files, filesRenamed = [] }: FilesChangedProps) {
  const { all, counts } = listFilesChanged(files, filesRenamed);
  if (all.length === 0) {
    return null;
  }
  return (
    <Section title="Files changed" description={counts}>
      <Card>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable. */}
        <ul tabIndex={0} aria-label="Files changed" className="relative max-h-80 overflow-auto py-2">
          {all.slice(0, shownMax).map(({ kind, path, from }) => (
            <li key={`${kind} ${path}`} className="flex gap-3 px-5 py-0.5 font-mono text-[12.5px] leading-5">
              <span className={looks[kind].color} title={kind} aria-hidden>
                {looks[kind].sign}
              </span>
              <span className="sr-only">{kind}</span>
              <span className="[overflow-wrap:anywhere]">
                {from !== undefined && <span className="text-ink-soft">{from} → </span>}
                {path}
              </span>
            </li>
          ))}
          {all.length > shownMax && (
            <li className="px-5 py-1 text-ink-faint">And {count(all.length - shownMax, "more file")}.</li>
          )}
        </ul>
      </Card>
    </Section>
  );
}

interface ChangedFile {
  kind: keyof typeof looks;
  path: string;
  /** The old name; only for renamed files. */
  from?: string;
}

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
  const byKind = Map.groupBy(all, ({ kind }) => kind);
  return { all, counts: [...byKind].map(([kind, files]) => `${files.length} ${kind}`).join(", ") };
}
