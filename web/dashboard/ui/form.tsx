import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { Problem } from "./problem.tsx";

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
      {change.error !== null && <Problem error={change.error} />}
      <div>
        <Button type="submit" {...(look && { look })} isBusy={change.isPending}>
          {children}
        </Button>
      </div>
    </>
  );
}

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, "isOpen"> {
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
        {change.error !== null && <Problem error={change.error} />}
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
