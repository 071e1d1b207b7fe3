import { Check, RotateCcw, Trash2, X } from "lucide-react";
import { CommentHead, ThreadActions } from "../../comments/comment-thread.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { bodyLengthMax, type Comments, type DraftComment, type Thread } from "./use-comments.ts";

interface ThreadCardProps {
  thread: Thread;
  comments: Comments;
  /** Whether the commented text still exists. */
  isPlaced: boolean;
  isChosen: boolean;
  canEdit: boolean;
  isAdmin: boolean;
  onShow: () => void;
}

const endings = { open: "", resolved: "Resolved", accepted: "Accepted", rejected: "Rejected" };

/** A comment or suggestion with its replies. */
export function ThreadCard({ thread, comments, isPlaced, isChosen, canEdit, isAdmin, onShow }: ThreadCardProps) {
  const { id, kind, status, anchor, endedBy } = thread;
  const isOpen = status === "open";
  const end = (next: DraftComment["status"]) => comments.change.mutate({ commentId: id, status: next });
  const mayEnd = canEdit || thread.isOwn;
  return (
    <article
      aria-label={`${kind === "suggestion" ? "Suggestion" : "Comment"} by ${thread.author}`}
      className={`rounded-card border bg-surface p-3 ${isChosen ? "border-accent" : "border-line"} ${isOpen ? "" : "opacity-75"}`}
    >
      {anchor !== null && (
        <button
          type="button"
          disabled={!isPlaced}
          onClick={onShow}
          className="mb-2 line-clamp-2 w-full border-l-2 border-line-strong pl-2 text-left text-[13px] leading-5 text-ink-faint enabled:hover:text-ink"
        >
          {isPlaced ? anchor.quote : `The text was deleted: ${anchor.quote}`}
        </button>
      )}
      <Message comment={thread} />
      {kind === "suggestion" && <Suggested before={anchor?.quote ?? ""} after={thread.replacement ?? ""} />}
      {thread.replies.map((reply) => (
        <div key={reply.id} className="mt-3 border-t border-line pt-3">
          <Message comment={reply} />
        </div>
      ))}
      <div className="mt-2">
        <ThreadActions
          reply={
            isOpen
              ? {
                  keptAs: id,
                  charactersMax: bodyLengthMax,
                  people: comments.people,
                  send: (body, mentions) =>
                    comments.add.mutateAsync({ path: thread.path, body, mentions, parentId: id }),
                }
              : undefined
          }
        >
          {isOpen && kind === "suggestion" && canEdit && (
            <>
              <Button size="small" look="primary" icon={<Check size={16} />} onClick={() => end("accepted")}>
                Accept
              </Button>
              <Button size="small" icon={<X size={16} />} onClick={() => end("rejected")}>
                Reject
              </Button>
            </>
          )}
          {isOpen && kind === "comment" && mayEnd && (
            <Button size="small" icon={<Check size={16} />} onClick={() => end("resolved")}>
              Resolve
            </Button>
          )}
          {!isOpen && (
            <span className="text-[13px] text-ink-faint">
              {endings[status]}
              {endedBy !== null && ` by ${endedBy}`}
            </span>
          )}
          {(status === "resolved" || status === "rejected") && mayEnd && (
            <IconButton label="Reopen" onClick={() => end("open")}>
              <RotateCcw size={16} />
            </IconButton>
          )}
          {(thread.isOwn || isAdmin) && (
            <IconButton label="Delete" className="ml-auto" onClick={() => comments.remove.mutate(id)}>
              <Trash2 size={16} />
            </IconButton>
          )}
        </ThreadActions>
      </div>
    </article>
  );
}

function Message({ comment: { author, createdAt, body } }: { comment: DraftComment }) {
  return (
    <>
      <CommentHead author={author} at={createdAt} />
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{body}</p>
    </>
  );
}

function Suggested({ before, after }: { before: string; after: string }) {
  return (
    <div className="mt-2 max-h-60 overflow-auto rounded-control border border-line font-mono text-[12.5px] leading-5">
      {before !== "" && (
        <del className="block bg-danger-soft px-2 py-1 whitespace-pre-wrap no-underline">
          <span className="sr-only">Removed: </span>
          {before}
        </del>
      )}
      {after !== "" && (
        <ins className="block bg-ok-soft px-2 py-1 whitespace-pre-wrap no-underline">
          <span className="sr-only">Added: </span>
          {after}
        </ins>
      )}
    </div>
  );
}
