import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, RowButton } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { Form } from "./form.tsx";
import { Problem } from "./problem.tsx";
import { type ActionOptions, useAction } from "./use-action.ts";

interface ConfirmDialogProps {
  title: string;
  /** Says what will happen, and whether it can be undone. */
  children: ReactNode;
  action: string;
  /** Text to type before confirming something irreversible. */
  typed?: string;
  change: { error: unknown; isPending: boolean; mutate: () => void };
  onClose: () => void;
}

export function ConfirmDialog({ change, ...props }: ConfirmDialogProps) {
  const [text, setText] = useState("");
  const isReady = props.typed === undefined || text === props.typed;
  return (
    <Dialog title={props.title} isOpen onClose={props.onClose}>
      <Form onSubmit={() => change.mutate()}>
        <div className="grid gap-3 text-ink-soft">{props.children}</div>
        {props.typed !== undefined && (
          <div className="mt-4">
            <TextField
              label={`Type ${props.typed} to confirm`}
              value={text}
              autoComplete="off"
              onChange={(event) => setText(event.target.value)}
            />
          </div>
        )}
        <Problem error={change.error} className="mt-4" />
        <DialogActions>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={!isReady} isBusy={change.isPending}>
            {props.action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

export interface ConfirmActionProps<Answer>
  extends Omit<ConfirmDialogProps, "change">,
    Pick<ActionOptions<Answer, void>, "rereads" | "message" | "onDone"> {
  run: () => Promise<Answer>;
}

/** Asks before an action, runs it and closes. */
export function ConfirmAction<Answer>({ run, rereads, message, onDone, ...dialog }: ConfirmActionProps<Answer>) {
  const change = useAction(run, {
    rereads,
    message,
    onDone: async (answer) => {
      await onDone?.(answer);
      dialog.onClose();
    },
    showsError: true,
  });
  // While the action runs, closing would hide its error and allow a second run. Offline, it can be closed.
  const isRunning = change.isPending && !change.isPaused;
  return <ConfirmDialog {...dialog} change={change} onClose={() => !isRunning && dialog.onClose()} />;
}

interface ConfirmButtonProps<Answer> extends Omit<ConfirmActionProps<Answer>, "onClose"> {
  /** Identifies the row for screen readers. */
  label: string;
  icon?: ReactNode;
}

/** The button of a row whose action is confirmed first. */
export function ConfirmButton<Answer>({ label, icon = <Trash2 size={16} />, ...asked }: ConfirmButtonProps<Answer>) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <RowButton label={label} icon={icon} onClick={() => setAsking(true)}>
        {asked.action}
      </RowButton>
      {isAsking && <ConfirmAction {...asked} onClose={() => setAsking(false)} />}
    </>
  );
}
