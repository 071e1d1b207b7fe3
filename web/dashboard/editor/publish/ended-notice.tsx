import { CircleCheck, ExternalLink, Info } from "lucide-react";
import { useEffect, useRef } from "react";
import { useProject } from "../../shell/current-project.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useAction } from "../../ui/use-action.ts";
import { draftsQuery } from "../draft-queries.ts";
import { editorApi } from "../editor-client.ts";
import type { DraftConnection } from "../live/draft-connection.ts";
import { openConnection } from "../live/use-draft-connection.ts";

interface EndedNoticeProps {
  isPublished: boolean;
  path: string | undefined;
  connection: DraftConnection | undefined;
  /** Whether this browser has edits that came too late. */
  hasEdits: boolean;
  onSwitch: (draftId: string) => void;
}

/** Stays above a draft that was published or discarded, until the person continues in a new draft. */
export function EndedNotice({ isPublished, path, connection, hasEdits, onSwitch }: EndedNoticeProps) {
  const { project, may } = useProject();
  const projectId = project.id;
  const keep = useAction(() => keepEditing(projectId, connection), {
    rereads: [draftsQuery(projectId)],
    onDone: onSwitch,
  });
  const notice = useRef<HTMLDivElement>(null);
  // The Publish button had the focus and is gone.
  useEffect(() => {
    if (document.activeElement === document.body) notice.current?.focus();
  }, []);
  const Icon = isPublished ? CircleCheck : Info;
  const slug = path !== undefined && /\.mdx?$/.test(path) ? path.replace(/(?:(^|\/)index)?\.mdx?$/, "$1") : "";
  return (
    <div
      ref={notice}
      role="status"
      tabIndex={-1}
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-raised px-4 py-2 outline-none"
    >
      <Icon size={20} className={`flex-none ${isPublished ? "text-ok" : "text-ink-faint"}`} aria-hidden />
      <p className="min-w-0 flex-1 basis-52">
        {isPublished ? "Published. Live in a few seconds." : "This draft was discarded."}
        {hasEdits && " Your last edits came too late. Keep editing to continue with them in a new draft."}
      </p>
      {isPublished && (
        <a
          href={new URL(slug, project.siteUrl).href}
          target="_blank"
          rel="noreferrer"
          className={buttonClass("secondary", "small")}
        >
          <ExternalLink size={16} aria-hidden />
          View site
        </a>
      )}
      {may("editor") && (
        <Button look="primary" size="small" isBusy={keep.isPending} onClick={() => keep.mutate()}>
          Keep editing
        </Button>
      )}
    </div>
  );
}

/** Creates a draft, and moves edits there that came too late for the draft that has ended. */
async function keepEditing(projectId: string, ended: DraftConnection | undefined): Promise<string> {
  const { id: draftId } = await editorApi.createDraft({ projectId });
  if (ended?.state.unsaved !== true) return draftId;
  const connection = openConnection({ projectId, draftId });
  try {
    await ended.moveEdits(connection);
  } finally {
    connection.close();
  }
  return draftId;
}
