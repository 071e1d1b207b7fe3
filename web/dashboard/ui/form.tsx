import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogActions, DoneDialog } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { Card } from "./page.tsx";
import { Problem } from "./problem.tsx";
import { type ActionOptions, useAction } from "./use-action.ts";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  onSubmit: (fields: FormData, form: HTMLFormElement) => void;
}

/** A form that is submitted by code, not by the browser. */
export function Form({ onSubmit, ...form }: FormProps) {
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget), event.currentTarget);
      }}
    />
  );
}

/** The text of a field, without spaces around it. Empty if the form doesn't have the field. */
export function fieldText(fields: FormData, name: string): string {
  return String(fields.get(name) ?? "").trim();
}

/** The entries of a field that has one on each line. */
export function fieldLines(fields: FormData, name: string): string[] {
  return fieldText(fields, name)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The entries of a field that are separated by spaces, commas or lines. */
export function fieldWords(fields: FormData, name: string): string[] {
  return fieldText(fields, name)
    .split(/[\s,]+/)
    .filter(Boolean);
}

/** The part of a mutation that a form shows. */
interface Change {
  error: unknown;
  isPending: boolean;
}

interface SubmitRowProps {
  change: Change;
  look?: "primary";
  children?: ReactNode;
}

/** The error and the button at the end of a form. */
export function SubmitRow({ change, look, children = "Save" }: SubmitRowProps) {
  return (
    <>
      <Problem error={change.error} />
      <div>
        <Button type="submit" {...(look && { look })} isBusy={change.isPending}>
          {children}
        </Button>
      </div>
    </>
  );
}

interface FormCardProps extends FormProps {
  change: Change;
  look?: "primary";
  /** The text of the submit button. */
  action?: string;
}

/** A form in a card, with its submit button. */
export function FormCard({ change, look, action, className = "gap-4", children, ...form }: FormCardProps) {
  return (
    <Card className="p-5">
      <Form {...form} className={`grid ${className}`}>
        {children}
        <SubmitRow change={change} {...(look && { look })}>
          {action}
        </SubmitRow>
      </Form>
    </Card>
  );
}

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, "isOpen" | "children"> {
  children?: ReactNode;
  /** The text of the submit button. */
  action: string;
  change: Change;
  onSubmit: FormProps["onSubmit"];
}

export function FormDialog({ action, change, onSubmit, children, ...dialog }: FormDialogProps) {
  return (
    <Dialog {...dialog} isOpen>
      <Form className="grid gap-4" onSubmit={onSubmit}>
        {children}
        <Problem error={change.error} />
        <DialogActions>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={change.isPending}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

export interface ActionDialogProps<Answer, Input = FormData>
  extends Omit<FormDialogProps, "change" | "onSubmit">,
    Pick<ActionOptions<Answer, FormData>, "rereads" | "message" | "onDone"> {
  run: (input: Input) => Promise<Answer>;
  /** What is shown after the action, for a secret that can't be shown again. */
  done?: (answer: Answer) => { title: string; content: ReactNode };
}

/** A dialog that runs an action with the fields of its form, and then closes unless `onDone` or `done` is given. */
export function ActionDialog<Answer>({ run, rereads, message, onDone, done, ...dialog }: ActionDialogProps<Answer>) {
  const finish = onDone ?? (done === undefined ? dialog.onClose : () => {});
  const change = useAction(run, { rereads, message, onDone: finish, showsError: true });
  if (done !== undefined && change.data !== undefined) {
    const { title, content } = done(change.data);
    return (
      <DoneDialog {...dialog} title={title}>
        {content}
      </DoneDialog>
    );
  }
  return <FormDialog {...dialog} change={change} onSubmit={(fields) => change.mutate(fields)} />;
}

interface NameFormProps {
  label: string;
  name: string;
  action: string;
  change: { error: unknown; isPending: boolean; mutate: (name: string) => void };
}

export function NameForm({ label, name, action, change }: NameFormProps) {
  return (
    <Card className="p-5">
      <Form className="flex flex-wrap items-end gap-3" onSubmit={(fields) => change.mutate(String(fields.get("name")))}>
        <div className="min-w-0 flex-1 basis-56">
          <TextField label={label} name="name" defaultValue={name} maxLength={100} required />
        </div>
        <Button type="submit" isBusy={change.isPending}>
          {action}
        </Button>
      </Form>
      <Problem error={change.error} className="mt-4" />
    </Card>
  );
}
