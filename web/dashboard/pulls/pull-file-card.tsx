import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { api } from "../api/client.ts";
import { optimisticUpdate } from "../api/optimistic-update.ts";
import { type PullRequest, pullRequestQuery } from "../api/queries.ts";
import { CommentForm } from "../comments/comment-form.tsx";
import { DiffTitle } from "../diff/diff.tsx";
import { DiffBody } from "../diff/diff-body.tsx";
import { type DiffSide, type LineNotes, LineNotesContext } from "../diff/line-notes.ts";
import { parsePatch } from "../diff/parse-patch.ts";
import { useProject } from "../shell/current-project.ts";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";
import { useInView } from "../ui/use-in-view.ts";
import { CommentThread } from "./comment-thread.tsx";
import { fileId, type PullFile, patchQuery, pullCommentForm, usePullCalls } from "./pull-queries.ts";

interface PullFileCardProps {
  pull: PullRequest;
  file: PullFile;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** One changed file. Until the card comes into view, it shows only the file's name and doesn't load the patch. */
export function PullFileCard({ pull, file, isOpen, onOpen }: PullFileCardProps) {
  const [target, wasSeen] = useInView<HTMLElement>();
  const { path, previousPath, status, similarity, additions, deletions } = file;
  return (
    <section
      ref={target}
      id={fileId(path)}
      aria-label={path}
      {...(!wasSeen && isOpen && { style: { minHeight: expectedHeight(file) } })}
      className="scroll-mt-16 overflow-clip rounded-card border border-line bg-surface lg:scroll-mt-6"
    >
      {/* The same button before and after loading, because it may have the focus. */}
      <header className={`flex min-h-10 items-center gap-3 pr-3 ${isOpen ? "border-b border-line" : ""}`}>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-center gap-2.5 self-stretch px-3 py-1.5 text-left"
        >
          {wasSeen ? (
            <>
              <ChevronRight size={16} className={`text-ink-faint ${isOpen ? "rotate-90" : ""}`} />
              <DiffTitle
                {...{ path, previousPath, similarity }}
                change={status}
                added={additions}
                removed={deletions}
              />
            </>
          ) : (
            path
          )}
        </button>
        {wasSeen && <ViewedBox pull={pull} file={file} onViewed={(isViewed) => onOpen(!isViewed)} />}
      </header>
      {wasSeen && isOpen && <Patch pull={pull} file={file} />}
    </section>
  );
}

const heightMax = 1_600;

/**
 * Reserves roughly the height of the diff, so that only files near the viewport are loaded. Git shows three lines
 * around a change.
 */
function expectedHeight({ additions, deletions }: PullFile): number {
  return Math.min(heightMax, 40 + Math.max(additions, deletions) * 100);
}

interface ViewedBoxProps {
  pull: PullRequest;
  file: PullFile;
  onViewed: (isViewed: boolean) => void;
}

/** A checkbox that changes at once. The server remembers the check mark for this version of the file. */
function ViewedBox({ pull, file: { path, blob, isViewed = false }, onViewed }: ViewedBoxProps) {
  const { params } = usePullCalls(pull);
  // The cache notifies its readers a moment later; until then React would remove the check mark.
  const [chosen, setChosen] = useState<boolean>();
  const mark = useAction((viewed: boolean) => api.markFileViewed({ ...params, path, blob: blob ?? "", viewed }), {
    shownAtOnce: optimisticUpdate<PullRequest, boolean>(
      pullRequestQuery(params.projectId, params.number),
      (before, viewed) => ({
        ...before,
        files: before.files.map((each) => (each.path === path ? { ...each, isViewed: viewed } : each)),
      }),
    ),
  });
  if (blob === undefined) {
    return null;
  }
  return (
    <label className="flex items-center gap-1.5 text-[13px] text-ink-soft pointer-coarse:min-h-10">
      <input
        type="checkbox"
        checked={chosen ?? isViewed}
        className="size-4 accent-accent"
        onChange={({ target: { checked } }) => {
          setChosen(checked);
          onViewed(checked);
          mark.mutate(checked, { onError: () => onViewed(!checked), onSettled: () => setChosen(undefined) });
        }}
      />
      Viewed
    </label>
  );
}

function Patch({ pull, file }: { pull: PullRequest; file: PullFile }) {
  const { project } = useProject();
  const { data, error, refetch } = useQuery(patchQuery(project.id, pull, file.path));
  const hunks = useMemo(() => parsePatch(data?.patch ?? ""), [data]);
  const { notes, rest } = useFileNotes(pull, file);
  if (error !== null) {
    return <Problem error={error} onRetry={refetch} className="m-3" />;
  }
  if (data === undefined) {
    return (
      <p className="px-4 py-3 text-ink-faint" style={{ minHeight: expectedHeight(file) }}>
        Loading…
      </p>
    );
  }
  const shown = new Set(
    hunks.flatMap(({ lines }) =>
      lines.flatMap(({ before, after }) => [
        ...(before === undefined ? [] : [`old ${before}`]),
        ...(after === undefined ? [] : [`new ${after}`]),
      ]),
    ),
  );
  const elsewhere = rest(shown);
  return (
    <LineNotesContext value={notes}>
      {elsewhere.length > 0 && <div className="grid gap-3 border-b border-line bg-canvas p-3">{elsewhere}</div>}
      <DiffBody path={file.path} change={file.status} hunks={hunks} />
    </LineNotesContext>
  );
}

interface FileNotes {
  notes: LineNotes;
  /** Threads on lines that aren't part of the diff. */
  rest(shown: ReadonlySet<string>): ReactNode[];
}

/** The file's threads between its lines, and the form for a new thread. */
function useFileNotes(pull: PullRequest, { path }: PullFile): FileNotes {
  const { may } = useProject();
  const { params, keptAs, refresh } = usePullCalls(pull);
  const [commented, setCommented] = useState<{ side: DiffSide; line: number }>();
  const threads = pull.comments.filter(
    ({ place, replyTo }) => replyTo === undefined && place?.path === path && !place.isOutdated,
  );
  const canComment = may("editor") && pull.status === "open";
  const show = (first: (typeof threads)[number]) => <CommentThread key={first.number} pull={pull} first={first} />;
  const below = (side: DiffSide, line: number): ReactNode => {
    const here = threads.filter(({ place }) => place?.side === side && place.line === line);
    const isNew = commented?.side === side && commented.line === line;
    if (here.length === 0 && !isNew) {
      return undefined;
    }
    return (
      <>
        {here.map(show)}
        {isNew && (
          <CommentForm
            {...pullCommentForm}
            label={`Comment on line ${line}`}
            action="Comment"
            keptAs={keptAs(`${path} ${side} ${line}`)}
            send={(body) => api.commentPullRequest({ ...params, body, place: { path, side, line, sha: pull.headSha } })}
            onDone={async () => {
              await refresh();
              setCommented(undefined);
            }}
            onCancel={() => setCommented(undefined)}
          />
        )}
      </>
    );
  };
  return {
    notes: { below, onLine: canComment ? (side, line) => setCommented({ side, line }) : undefined },
    rest: (shown) => threads.filter(({ place }) => !shown.has(`${place?.side} ${place?.line}`)).map(show),
  };
}
