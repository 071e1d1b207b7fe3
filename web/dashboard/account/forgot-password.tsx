import { useQuery } from "@tanstack/react-query";
import { api, signInOptionsQuery } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";
import { SignedOutPage } from "./signed-out-page.tsx";

/** Sends a reset link by mail. On a server that sends no mail, says who can create the link. */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  const { data: options } = useQuery(signInOptionsQuery);
  const request = useAction((email: string) => api.requestPasswordReset({ email }), { showsError: true });
  const back = (
    <Button className="mt-4 w-full" onClick={onBack}>
      Back to sign in
    </Button>
  );
  if (!options?.sendsResetLinks) {
    return (
      <SignedOutPage title="Reset your password">
        <div className="grid gap-3 text-ink-soft">
          <p>This server doesn’t send mail, so you need a link from someone else:</p>
          <ul className="list-disc space-y-2 pl-5">
            <li>An admin of your organization can create one under Organization → Members.</li>
            <li>
              If you belong to several organizations, the operator of the server can create one with{" "}
              <code>lectern account reset-password</code> and your email.
            </li>
          </ul>
        </div>
        {back}
      </SignedOutPage>
    );
  }
  if (request.isSuccess) {
    return (
      <SignedOutPage title="Check your email">
        <p className="text-ink-soft">
          If {request.variables} has an account with a password, a link is on its way. It works once, for an hour.
        </p>
        {back}
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage title="Reset your password" about="We’ll send you a link to choose a new password.">
      <Form className="grid gap-4" of="requestPasswordReset" onSubmit={({ email }) => request.mutate(email)}>
        <TextField label="Email" name="email" autoComplete="username" autoFocus />
        <Problem error={request.error} />
        <Button type="submit" look="primary" isBusy={request.isPending}>
          Send link
        </Button>
      </Form>
      {back}
    </SignedOutPage>
  );
}
