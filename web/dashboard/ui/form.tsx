import type { ComponentProps, ReactNode } from "react";
import type { BodyOf, FormName } from "../forms/body-forms.ts";
import { readBody } from "../forms/read-body.ts";
import { FormContext } from "../forms/use-field.ts";
import { Button } from "./button.tsx";
import { Dialog, DialogActions, DoneDialog } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { Card } from "./page.tsx";
import { Problem } from "./problem.tsx";
import { type ActionOptions, useAction } from "./use-action.ts";

/** What a form submits: the body of its operation, or its fields if it has none. */
export type Submitted<Name extends FormName> = [Name] extends [never] ? FormData : BodyOf<Name>;

interface FormProps<Name extends FormName> extends Omit<ComponentProps<"form">, "onSubmit"> {
  /** The operation whose body the form fills in. */
  of?: Name | undefined;
  /** The stored values. */
  values?: object | null | undefined;
  error?: unknown;
  onSubmit: (fields: Submitted<Name>, form: HTMLFormElement) => void;
}

/** A form that is submitted by code, not by the browser. */
export function Form<Name extends FormName = never>({ of, values, error, onSubmit, ...form }: FormProps<Name>) {
  return (
    <FormContext value={{ of, values, error }}>
      <form
        {...form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(readForm(event.currentTarget, of), event.currentTarget);
        }}
      />
    </FormContext>
  );
}

export function readForm<Name extends FormName = never>(form: HTMLFormElement, of: Name | undefined): Submitted<Name> {
  const fields = new FormData(form);
  return (of === undefined ? fields : readBody(of, fields)) as Submitted<Name>;
}

/** The text of a field, without spaces around it. Empty if the form doesn't have the field. */
export function fieldText(fields: FormData, name: string): string {
  return String(fields.get(name) ?? "").trim();
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

interface FormCardProps<Name extends FormName> extends Omit<FormProps<Name>, "error"> {
  change: Change;
  look?: "primary";
  /** The text of the submit button. */
  action?: string;
}

/** A form in a card, with its submit button. */
export function FormCard<Name extends FormName = never>(props: FormCardProps<Name>) {
  const { change, look, action, className = "gap-4", children, ...form } = props;
  return (
    <Card className="p-5">
      <Form {...form} error={change.error} className={`grid ${className}`}>
        {children}
        <SubmitRow change={change} {...(look && { look })}>
          {action}
        </SubmitRow>
      </Form>
    </Card>
  );
}

interface FormDialogProps<Name extends FormName>
  extends Omit<ComponentProps<typeof Dialog>, "isOpen" | "children">,
    Pick<FormProps<Name>, "of" | "values" | "onSubmit" | "children"> {
  /** The text of the submit button. */
  action: string;
  change: Change;
}

export function FormDialog<Name extends FormName = never>(props: FormDialogProps<Name>) {
  const { action, change, of, values, onSubmit, children, ...dialog } = props;
  return (
    <Dialog {...dialog} isOpen>
      <Form className="grid gap-4" {...{ of, values, onSubmit }} error={change.error}>
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

export interface ActionDialogProps<Answer, Name extends FormName = never>
  extends Omit<FormDialogProps<Name>, "change" | "onSubmit">,
    Pick<ActionOptions<Answer, Submitted<Name>>, "rereads" | "message" | "onDone"> {
  run: (input: Submitted<Name>) => Promise<Answer>;
  /** What is shown after the action, for a secret that can't be shown again. */
  done?: (answer: Answer) => { title: string; content: ReactNode };
}

/** A dialog that runs an action with the fields of its form, and then closes unless `onDone` or `done` is given. */
export function ActionDialog<Answer, Name extends FormName = never>(props: ActionDialogProps<Answer, Name>) {
  const { run, rereads, message, onDone, done, ...dialog } = props;
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
  return <FormDialog {...dialog} change={change} onSubmit={(input: Submitted<Name>) => change.mutate(input)} />;
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
