import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";
import { mentionedPeople } from "./mentioned-people.ts";

export interface CommentFormProps {
  label: string;
  action: string;
  hint?: string;
  /** The initial text. */
  text?: string;
  /** The name under which this tab keeps the text until it is sent or canceled. Without it, closing loses the text. */
  keptAs?: string;
  charactersMax: number;
  /** The people who can be mentioned. */
  people?: readonly { id: string; name: string }[];
  send: (body: string, mentions: string[]) => Promise<unknown>;
  /** Called after sending. The form is busy until the promise resolves. */
  onDone?: () => Promise<void> | void;
  /** Called to close the form. Without this, the form can't be canceled. */
  onCancel?: () => void;
}

const suggestedMax = 6;
const keptPrefix = "lectern.comment ";

/** The text that was written but not sent. */
export function unsentText(keptAs: string): string {
  return sessionStorage.getItem(keptPrefix + keptAs) ?? "";
}

function keepText(keptAs: string | undefined, text: string): void {
  if (keptAs === undefined) return;
  try {
    if (text === "") sessionStorage.removeItem(keptPrefix + keptAs);
    else sessionStorage.setItem(keptPrefix + keptAs, text);
  } catch {
    // The browser's storage is full. The text is still in the form.
  }
}

/**
 * A form for a comment. Typing @ suggests people to mention, Enter takes the first of them, and Ctrl+Enter sends. If
 * sending fails, the text stays.
 */
export function CommentForm(props: CommentFormProps) {
  const { label, action, hint, text = "", keptAs, charactersMax, people = [], send, onDone, onCancel } = props;
  const [body, setBody] = useState((keptAs && unsentText(keptAs)) || text);
  const write = (next: string) => {
    setBody(next);
    keepText(keptAs, next);
  };
  const cancel = () => {
    keepText(keptAs, "");
    onCancel?.();
  };
  const form = useRef<HTMLFormElement>(null);
  const sending = useMutation({
    mutationFn: async () => {
      await send(body.trim(), mentionedPeople(body, people));
      keepText(keptAs, "");
      await onDone?.();
    },
    meta: { showsError: true },
    onSuccess: () => onCancel === undefined && setBody(""),
  });
  const asked = /@([\p{L}\p{N}._-]{0,40})$/u.exec(body)?.[1];
  const isAsked = ({ name }: { name: string }) => name.toLowerCase().startsWith(asked?.toLowerCase() ?? "");
  const found = asked === undefined ? [] : people.filter(isAsked).slice(0, suggestedMax);
  const mention = (name: string) => {
    write(`${body.slice(0, body.length - (asked ?? "").length)}${name} `);
    form.current?.querySelector("textarea")?.focus();
  };
  return (
    <Form ref={form} className="grid gap-2" onSubmit={() => sending.mutate()}>
      <TextArea
        label={label}
        hint={hint}
        rows={3}
        value={body}
        maxLength={charactersMax}
        autoFocus={onCancel !== undefined}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          const first = found.find(({ name }) => name.toLowerCase() === asked?.toLowerCase()) ?? found[0];
          // Otherwise Enter breaks the line, or ends what an input method composes.
          const mayMention =
            !event.shiftKey && !event.nativeEvent.isComposing && event.currentTarget.selectionStart === body.length;
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
            if (body.trim() !== "") sending.mutate();
          } else if (event.key === "Enter" && mayMention && asked && first !== undefined) {
            event.preventDefault();
            mention(first.name);
          }
          if (event.key === "Escape" && body === text) cancel();
        }}
      />
      {found.length > 0 && (
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Mention someone</legend>
          {found.map(({ id, name }) => (
            <Button key={id} size="small" onClick={() => mention(name)}>
              @{name}
            </Button>
          ))}
        </fieldset>
      )}
      {sending.error !== null && <Problem error={sending.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" size="small" isBusy={sending.isPending} disabled={body.trim() === ""}>
          {action}
        </Button>
        {onCancel !== undefined && (
          <Button look="ghost" size="small" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}
