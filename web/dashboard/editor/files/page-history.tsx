import { useQuery } from "@tanstack/react-query";
import { ChevronRight, RotateCcw } from "lucide-react";
import { useMemo, useState } from "react";
import type { FileVersion } from "../../../../src/contract/editor-file-operations.ts";
import { smallestSplice } from "../../../../src/contract/smallest-splice.ts";
import { readQuery } from "../../api/read-query.ts";
import { DiffBody } from "../../diff/diff-body.tsx";
import { Button } from "../../ui/button.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { showMessage } from "../../ui/toast.tsx";
import type { DraftParams } from "../draft-queries.ts";
import { editorApi } from "../editor-client.ts";
import type { PageSession } from "../editor-context.ts";
import { hunksBetween } from "./hunks-between.ts";

interface PageHistoryProps {
  draft: DraftParams;
  session: PageSession;
}

/** The published versions of a page, each with a button that restores its text in the draft. */
export function PageHistory({ draft, session }: PageHistoryProps) {
  const { path } = session;
  const { data, error, refetch } = useQuery(
    readQuery(["draft", draft.draftId, "versions", path], (call) =>
      editorApi.listFileVersions({ ...draft, path }, call),
    ),
  );
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="text-ink-faint">Loading…</p>;
  if (data.versions.length === 0) return <p className="text-ink-soft">This page hasn't been published yet.</p>;
  return (
    <ul className="grid gap-2" aria-label="Versions of the page">
      {data.versions.map((version) => (
        <li key={version.sha}>
          <Version {...{ draft, session, version }} />
        </li>
      ))}
    </ul>
  );
}

function Version({ draft, session, version }: PageHistoryProps & { version: FileVersion }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group overflow-clip rounded-card border border-line bg-surface"
    >
      <summary className="flex items-start gap-2 px-3 py-2">
        <ChevronRight size={16} className="mt-0.5 flex-none text-ink-faint group-open:rotate-90" aria-hidden />
        <span className="min-w-0">
          <span className="block [overflow-wrap:anywhere]">{version.title}</span>
          <span className="text-[13px] text-ink-faint">
            {version.author}, <Time at={version.at} />
          </span>
        </span>
      </summary>
      {isOpen && <VersionText {...{ draft, session, version }} />}
    </details>
  );
}

/** The differences between a version and the page as it is in the draft. */
function VersionText({ draft, session, version: { sha } }: PageHistoryProps & { version: FileVersion }) {
  const { path, text } = session;
  const { data, error, refetch } = useQuery({
    ...readQuery(["draft-version", draft.draftId, path, sha], (call) =>
      editorApi.readFileVersion({ ...draft, path, sha }, call),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const now = text.toString();
  const hunks = useMemo(() => (data === undefined ? [] : hunksBetween(now, data.text)), [now, data]);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} className="m-3" />;
  if (data === undefined) return <p className="px-3 pb-3 text-ink-faint">Loading…</p>;
  if (hunks.length === 0) return <p className="px-3 pb-3 text-ink-soft">The page has this text now.</p>;
  const restore = () => {
    restoreText(session, data.text);
    showMessage("Restored. Undo brings the other text back.");
  };
  return (
    <>
      <p className="px-3 pb-2 text-[13px] text-ink-soft">What changes if you restore it:</p>
      <div className="overflow-x-auto border-t border-line">
        <DiffBody path={path} change="modified" hunks={hunks} isNarrow />
      </div>
      {session.canWrite && (
        <p className="border-t border-line p-2">
          <Button size="small" icon={<RotateCcw size={16} aria-hidden />} onClick={restore}>
            Restore this version
          </Button>
        </p>
      )}
    </>
  );
}

const origin = {};

/** An edit like any other: others see it, and it can be undone. */
function restoreText({ text, undo }: PageSession, restored: string): void {
  const splice = smallestSplice(text.toString(), restored);
  if (splice === undefined) return;
  undo.addTrackedOrigin(origin);
  undo.stopCapturing();
  text.doc?.transact(() => {
    text.delete(splice.start, splice.deleted);
    text.insert(splice.start, splice.insert);
  }, origin);
}
