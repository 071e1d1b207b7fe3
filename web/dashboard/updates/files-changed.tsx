import type { UpdateSummary } from "../../../src/contract/schemas.ts";
import { Card, Section } from "../ui/page.tsx";

type Files = NonNullable<NonNullable<UpdateSummary["commit"]>["filesChanged"]>;

const kinds = [
  { kind: "added", sign: "+", colour: "text-ok" },
  { kind: "modified", sign: "~", colour: "text-warn" },
  { kind: "removed", sign: "−", colour: "text-danger" },
] as const;
const shownMax = 200;

/** Files that changed since the previously published commit. */
export function FilesChanged({ files }: { files: Files }) {
  const all = kinds.flatMap(({ kind, sign, colour }) => files[kind].map((path) => ({ kind, sign, colour, path })));
  if (all.length === 0) {
    return null;
  }
  const counts = kinds.filter(({ kind }) => files[kind].length > 0).map(({ kind }) => `${files[kind].length} ${kind}`);
  return (
    <Section title="Files changed" description={counts.join(", ")}>
      <Card>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable. */}
        <ul tabIndex={0} aria-label="Files changed" className="max-h-80 overflow-auto py-2">
          {all.slice(0, shownMax).map(({ kind, sign, colour, path }) => (
            <li key={`${kind} ${path}`} className="flex gap-3 px-5 py-0.5 font-mono text-[12.5px] leading-5">
              <span className={colour} title={kind} aria-hidden>
                {sign}
              </span>
              <span className="sr-only">{kind}</span>
              <span className="[overflow-wrap:anywhere]">{path}</span>
            </li>
          ))}
          {all.length > shownMax && <li className="px-5 py-1 text-ink-faint">And {all.length - shownMax} more.</li>}
        </ul>
      </Card>
    </Section>
  );
}
