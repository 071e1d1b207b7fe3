import type { ReactNode } from "react";
import { FormDialog } from "../ui/form.tsx";
import { PasswordField } from "../ui/password-field.tsx";

interface ProofDialogProps {
  title: string;
  action: string;
  children?: ReactNode;
  change: { error: unknown; isPending: boolean; mutate: (password: string) => void };
  onClose: () => void;
}

/** Asks for the password before a change to how the person signs in. */
export function ProofDialog({ title, action, children, change, onClose }: ProofDialogProps) {
  return (
    <FormDialog
      title={title}
      action={action}
      change={change}
      onSubmit={(fields) => change.mutate(String(fields.get("password")))}
      onClose={onClose}
    >
      {children}
      <PasswordField label="Your password" name="password" autoComplete="current-password" required autoFocus />
    </FormDialog>
  );
}
