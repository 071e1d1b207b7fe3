import { useMutation } from "@tanstack/react-query";
import { PencilRuler } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { showMessage } from "../../ui/toast.tsx";
import { nothingPending, type PageSession } from "../editor-context.ts";
import { anchorOf } from "./anchor-place.ts";
import { type Suggesting, suggestionsOf } from "./suggesting.ts";
import type { Comments } from "./use-comments.ts";

interface SuggestBarProps {
  /** The page, which stays as it is until an editor accepts a suggestion. */
  live: PageSession;
  suggesting: Suggesting;
  comments: Comments;
  /** Called after the suggestions were sent or discarded. */
  onDone: (isSent: boolean) => void;
}

/** Says that the page is a copy for suggestions, and sends them. */
export function SuggestBar({ live, suggesting: { session, base }, comments, onDone }: SuggestBarProps) {
  const [reason, setReason] = useState("");
  const [isAsking, setAsking] = useState(false);
  const send = useMutation({
    mutationFn: async () => {
      session.unwritten.writeNow();
      const suggestions = suggestionsOf(base, session.text.toString(), live.text.toString());
      for (const { start, end, replacement } of suggestions) {
        await comments.add.mutateAsync({
          path: live.path,
          body: reason.trim() === "" ? "Suggested change" : reason.trim(),
          anchor: anchorOf(live.text, { start, end }),
          replacement,
        });
      }
      return suggestions.length;
    },
    onSuccess: (count) => {
      if (count === 0) showMessage("You haven't changed anything yet.");
      else onDone(true);
    },
  });
  return (
    <div
      role="status"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-accent-soft px-4 py-2"
    >
      <PencilRuler size={20} className="flex-none text-accent-strong" aria-hidden />
      <p className="min-w-0 flex-1 basis-60">You're suggesting. The page changes when an editor accepts it.</p>
      <input
        aria-label="Why (optional)"
        placeholder="Why (optional)"
        maxLength={1_000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        className="h-8 min-w-0 flex-1 basis-40 rounded-control border border-line-strong bg-surface px-2.5 placeholder:text-ink-faint pointer-coarse:h-10"
      />
      <Button
        size="small"
        onClick={() => {
          session.unwritten.writeNow();
          if (session.text.toString() === base) onDone(false);
          else setAsking(true);
        }}
      >
        Discard
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Discard your suggestions?"
          action="Discard suggestions"
          change={{ ...nothingPending, mutate: () => onDone(false) }}
          onClose={() => setAsking(false)}
        >
          <p>What you wrote in this copy of the page is deleted. The page stays as it is.</p>
        </ConfirmDialog>
      )}
      <Button size="small" look="primary" isBusy={send.isPending} onClick={() => send.mutate()}>
        Send suggestions
      </Button>
      {send.error !== null && <Problem error={send.error} className="basis-full" />}
    </div>
  );
}
