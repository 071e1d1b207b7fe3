import { useMutation } from "@tanstack/react-query";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";

const charactersMax = 65_536;

interface CommentFormProps {
  label: string;
  action: string;
  /** The text to start with. */
  text?: string;
  send: (body: string) => Promise<unknown>;
  /** After it was sent. The form is busy until it resolves. */
  onDone: () => Promise<void>;
  /** Without it, the form stays. */
  onCancel?: () => void;
}

/** Keeps the text if it can't be sent. */
export function CommentForm({ label, action, text, send, onDone, onCancel }: CommentFormProps) {
  const sending = useMutation({
    mutationFn: async (body: string) => {
      await send(body);
      await onDone();
    },
    meta: { showsError: true },
  });
  return (
    <Form
      className="grid gap-3"
      onSubmit={(fields, form) => sending.mutate(String(fields.get("body")), { onSuccess: () => form.reset() })}
    >
      <TextArea
        label={label}
        name="body"
        rows={3}
        maxLength={charactersMax}
        defaultValue={text}
        autoFocus={onCancel !== undefined}
        required
        hint="Markdown is supported."
      />
      {sending.error !== null && <Problem error={sending.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={sending.isPending}>
          {action}
        </Button>
        {onCancel !== undefined && (
          <Button look="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}
