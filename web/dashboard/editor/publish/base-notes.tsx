import { CircleAlert, GitMerge, Info, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { count } from "../../../../src/contract/count.ts";
import { Button } from "../../ui/button.tsx";
import type { DraftChanges } from "../draft-queries.ts";

interface BaseNotesProps {
  base: DraftChanges["base"];
  /** The number of errors that the build found. */
  problems: number;
  onResolve: () => void;
}

/** Notes before publishing: problems of the build, and changes by others. */
export function BaseNotes({ base, problems, onResolve }: BaseNotesProps) {
  const { changes, conflicts, problem } = base;
  return (
    <>
      {problems > 0 && (
        <Note icon={CircleAlert}>
          The build found {count(problems, "error")} in this draft. Pages with errors keep their last good version.
        </Note>
      )}
      {problem !== null && <Note icon={CircleAlert}>Couldn't compare with the published pages: {problem}</Note>}
      {changes > 0 && conflicts.length === 0 && (
        <Note icon={GitMerge} isNeutral>
          {count(changes, "file")} {changes === 1 ? "was" : "were"} published since this draft started.{" "}
          {changes === 1 ? "It doesn't" : "They don't"} overlap with your changes, and will be merged.
        </Note>
      )}
      {conflicts.length > 0 && (
        <Note icon={Info}>
          <p>{count(conflicts.length, "conflict")} with the published pages:</p>
          <ul className="mt-1 mb-3 grid gap-1">
            {conflicts.map(({ path, about }) => (
              <li key={path} className="[overflow-wrap:anywhere]">
                <code>{path}</code>: {about}
              </li>
            ))}
          </ul>
          <Button size="small" onClick={onResolve}>
            Resolve
          </Button>
        </Note>
      )}
    </>
  );
}

interface NoteProps {
  icon: LucideIcon;
  isNeutral?: boolean;
  children: ReactNode;
}

function Note({ icon: Icon, isNeutral = false, children }: NoteProps) {
  return (
    <div className={`flex gap-3 rounded-card px-4 py-3 ${isNeutral ? "bg-sunken" : "bg-warn-soft"}`}>
      <Icon size={20} className={`mt-px flex-none ${isNeutral ? "text-ink-faint" : "text-warn"}`} aria-hidden />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
