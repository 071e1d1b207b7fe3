import { count } from "../../../src/contract/count.ts";
import type { UpdateSummary } from "../../../src/contract/schemas.ts";
import { Card, Section } from "../ui/page.tsx";
import { listFilesChanged } from "./list-files-changed.ts";

type Commit = NonNullable<UpdateSummary["commit"]>;

const looks = {
  added: { sign: "+", color: "text-ok" },
  modified: { sign: "~", color: "text-warn" },
  renamed: { sign: "→", color: "text-ink-soft" },
  removed: { sign: "−", color: "text-danger" },
} as const;
const shownMax = 200;

/** The files that a push changed. */
export function FilesChanged({
  files,
  filesRenamed = [],
}: {
  files: NonNullable<Commit["filesChanged"]>;
  filesRenamed?: Commit["filesRenamed"];
}) {
  const { all, counts } = listFilesChanged(files, filesRenamed);
  if (all.length === 0) {
    return null;
  }
  return (
    <Section title="Files changed" description={counts}>
      <Card>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable. */}
        <ul tabIndex={0} aria-label="Files changed" className="max-h-80 overflow-auto py-2">
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
