import { useState } from "react";
import { CommentForm, unsentText } from "../../comments/comment-form.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckField, TextArea } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import type { PageSession, Place } from "../editor-context.ts";
import { anchorOf, placeOf } from "./anchor-place.ts";
import { ThreadCard } from "./thread-card.tsx";
import { bodyLengthMax, type Comments } from "./use-comments.ts";

/** Why the panel was opened; undefined to read only. */
export type CommentsTask = { kind: "comment" | "ask"; place: Place };

interface CommentsPanelProps {
  session: PageSession;
  comments: Comments;
  task: CommentsTask | undefined;
  onTask: (task: CommentsTask | undefined) => void;
  isAdmin: boolean;
  onShow: (place: Place) => void;
}

/** The comments and suggestions on the page, and the box for asking the agent. */
export function CommentsPanel({ session, comments, task, onTask, isAdmin, onShow }: CommentsPanelProps) {
  const [showsEnded, setShowsEnded] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const own = comments.threads.filter(({ path }) => path === session.path);
  const shown = own.filter(({ status }) => showsEnded || status === "open");
  const ended = own.length - own.filter(({ status }) => status === "open").length;
  return (
    <div className="grid gap-4 p-4">
      {task?.kind === "ask" ? (
        <AskBox key="ask" {...{ session, comments, task, onTask }} />
      ) : (
        <NewComment key={session.path} {...{ session, comments, task, onTask }} />
      )}
      {comments.error !== null && <Problem error={comments.error} />}
      {ended > 0 && (
        <CheckField
          label={`Show resolved (${ended})`}
          checked={showsEnded}
          onChange={(event) => setShowsEnded(event.target.checked)}
        />
      )}
      {shown.length === 0 && <p className="text-ink-faint">No open comments on this page.</p>}
      {shown.map((thread) => {
        const place = thread.anchor === null ? undefined : placeOf(session.text, thread.anchor);
        return (
          <ThreadCard
            key={thread.id}
            {...{ thread, comments, isAdmin }}
            canEdit={session.canWrite}
            isPlaced={place !== undefined}
            isChosen={chosen === thread.id}
            onShow={() => {
              setChosen(thread.id);
              if (place !== undefined) onShow(place);
            }}
          />
        );
      })}
    </div>
  );
}

type TaskProps = Pick<CommentsPanelProps, "session" | "comments" | "task" | "onTask">;

function NewComment({ session, comments, task, onTask }: TaskProps) {
  const [isSuggesting, setSuggesting] = useState(false);
  const [replacement, setReplacement] = useState<string>();
  const place = task !== undefined && task.place.end > task.place.start ? task.place : undefined;
  const quote = place === undefined ? "" : session.text.toString().slice(place.start, place.end);
  const keptAs = `${session.draftId} ${session.path}`;
  const [isKept, setKept] = useState(() => unsentText(keptAs) !== "");
  const close = () => {
    setKept(false);
    onTask(undefined);
  };
  if (task === undefined && !isKept) {
    return (
      <Button onClick={() => onTask({ kind: "comment", place: { start: 0, end: 0 } })}>Comment on this page</Button>
    );
  }
  return (
    <div className="grid gap-2">
      {place !== undefined && <Quote text={quote} />}
      {place !== undefined && (
        <CheckField
          label="Suggest other text"
          checked={isSuggesting}
          onChange={(event) => setSuggesting(event.target.checked)}
        />
      )}
      {isSuggesting && place !== undefined && (
        <TextArea
          label="Replace it with"
          value={replacement ?? quote}
          onChange={(event) => setReplacement(event.target.value)}
        />
      )}
      <CommentForm
        label={isSuggesting ? "Why" : "Comment"}
        action={isSuggesting ? "Suggest" : "Comment"}
        keptAs={keptAs}
        charactersMax={bodyLengthMax}
        people={comments.people}
        onCancel={close}
        send={(body, mentions) =>
          comments.add.mutateAsync({
            path: session.path,
            body,
            mentions,
            ...(place !== undefined && { anchor: anchorOf(session.text, place) }),
            ...(isSuggesting && { replacement: replacement ?? quote }),
          })
        }
        onDone={close}
      />
    </div>
  );
}

function AskBox({ session, comments, task, onTask }: TaskProps) {
  const place = task !== undefined && task.place.end > task.place.start ? task.place : undefined;
  const { ask } = comments;
  return (
    <div className="grid gap-2">
      {place !== undefined && <Quote text={session.text.toString().slice(place.start, place.end)} />}
      <CommentForm
        label={place === undefined ? "What should change on this page?" : "What should change in this text?"}
        action="Ask the agent"
        charactersMax={bodyLengthMax}
        onCancel={() => onTask(undefined)}
        send={async (prompt) => {
          const { comments: found } = await ask.mutateAsync({
            path: session.path,
            prompt,
            ...(place !== undefined && { anchor: anchorOf(session.text, place) }),
          });
          if (found.length > 0) onTask(undefined);
        }}
      />
      {ask.data !== undefined && ask.data.comments.length === 0 && (
        <p className="whitespace-pre-wrap text-ink-soft">{ask.data.summary}</p>
      )}
    </div>
  );
}

function Quote({ text }: { text: string }) {
  return (
    <blockquote className="line-clamp-3 border-l-2 border-line-strong pl-2 text-[13px] leading-5 text-ink-faint">
      {text}
    </blockquote>
  );
}
