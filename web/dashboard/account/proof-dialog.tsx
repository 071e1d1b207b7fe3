import { PasswordField } from "../ui/field.tsx";
import { ActionDialog, type ActionDialogProps } from "../ui/form.tsx";

/** Asks for the password before a change to how the person signs in. */
export function ProofDialog<Answer>({ run, children, ...dialog }: ActionDialogProps<Answer, string>) {
  return (
    <ActionDialog {...dialog} run={(fields) => run(String(fields.get("password")))}>
      {children}
      <PasswordField label="Your password" name="password" autoComplete="current-password" required autoFocus />
    </ActionDialog>
  );
}
