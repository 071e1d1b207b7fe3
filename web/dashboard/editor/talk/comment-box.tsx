import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";

interface CommentBoxProps {
  label: string;
  action: string;
  people: readonly { id: string; name: string }[];
  /** The text to start with. */
  text?: string;
  isBusy: boolean;
  onSend: (body: string, mentions: string[]) => void;
  onCancel?: () => void;
}

const bodyLengthMax = 10_000;
const suggestedMax = 6;

/** A field for a comment. Typing @ offers the people who can be mentioned; Ctrl+Enter sends. */
export function CommentBox({ label, action, people, text = "", isBusy, onSend, onCancel }: CommentBoxProps) {
  const [body, setBody] = useState(text);
  const field = useRef<HTMLDivElement>(null);
  const asked = /@([\p{L}\p{N}._-]{0,40})$/u.exec(body)?.[1];
  const found =
    asked === undefined
      ? []
      : people.filter(({ name }) => name.toLowerCase().startsWith(asked.toLowerCase())).slice(0, suggestedMax);
  const send = () => {
    const mentions = people.filter(({ name }) => body.includes(`@${name}`)).map(({ id }) => id);
    if (body.trim() !== "") onSend(body.trim(), mentions);
  };
  return (
    <div ref={field} className="grid gap-2">
      <TextArea
        label={label}
        rows={3}
        value={body}
        maxLength={bodyLengthMax}
        autoFocus={onCancel !== undefined}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) send();
          if (event.key === "Escape") onCancel?.();
        }}
      />
      {found.length > 0 && (
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Mention someone</legend>
          {found.map(({ id, name }) => (
            <Button
              key={id}
              size="small"
              onClick={() => {
                setBody(`${body.slice(0, body.length - (asked ?? "").length)}${name} `);
                field.current?.querySelector("textarea")?.focus();
              }}
            >
              @{name}
            </Button>
          ))}
        </fieldset>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" size="small" isBusy={isBusy} disabled={body.trim() === ""} onClick={send}>
          {action}
        </Button>
        {onCancel !== undefined && (
          <Button look="ghost" size="small" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}
