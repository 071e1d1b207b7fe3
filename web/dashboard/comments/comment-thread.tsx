import { Bot } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Time } from "../ui/time.tsx";
import { CommentForm, type CommentFormProps, unsentText } from "./comment-form.tsx";

interface CommentHeadProps {
  author: string;
  at: string;
  note?: string;
  children?: ReactNode;
}

/** The author of a comment, and its time. */
export function CommentHead({ author, at, note = "", children }: CommentHeadProps) {
  return (
    <header className="mb-1 flex min-h-8 items-center gap-2.5">
      {author.startsWith("Agent, ") ? <Bot size={16} aria-hidden /> : <Avatar name={author} />}
      <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{author}</span>
      <span className="min-w-0 flex-1 text-ink-soft">
        <Time at={at} />
        {note !== "" && ` · ${note}`}
      </span>
      {children}
    </header>
  );
}

type Reply = Pick<CommentFormProps, "hint" | "keptAs" | "charactersMax" | "people" | "send" | "onDone">;

/** The end of a thread: the reply form, or the button that opens the form, next to the other actions. */
export function ThreadActions({ reply, children }: { reply: Reply | undefined; children: ReactNode }) {
  const [isReplying, setReplying] = useState(() => reply?.keptAs !== undefined && unsentText(reply.keptAs) !== "");
  if (isReplying && reply !== undefined) {
    const close = () => setReplying(false);
    const done = async () => {
      await reply.onDone?.();
      close();
    };
    return <CommentForm {...reply} label="Reply" action="Reply" onDone={done} onCancel={close} />;
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {reply !== undefined && (
        <Button size="small" onClick={() => setReplying(true)}>
          Reply
        </Button>
      )}
      {children}
    </div>
  );
}
