import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { api, read } from "../api/client.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { NewPasswordField, TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";
import { BrokenLinkPage, SignedOutPage } from "./signed-out-page.tsx";

/** Opened by a reset link. */
export function ResetPasswordPage() {
  const { hash } = useLocation();
  const token = decodeURIComponent(hash);
  const link = useQuery({ ...read("readResetLink", { token }), retry: false, enabled: token !== "" });
  const reset = useAction((newPassword: string) => api.resetPassword({ token, newPassword }), { showsError: true });
  if (reset.isSuccess) {
    return (
      <SignedOutPage title="Password changed" about="All your sessions have ended. Sign in with the new password.">
        <Link to="/sign-in" className={`${buttonClass("primary")} mt-4 w-full`}>
          Sign in
        </Link>
      </SignedOutPage>
    );
  }
  if (token === "" || link.isError) {
    return <BrokenLinkPage error={link.error} />;
  }
  return (
    <SignedOutPage title="Choose a new password" about={link.data?.email ?? "One moment…"}>
      {link.data !== undefined && (
        <Form className="grid gap-4" onSubmit={(fields) => reset.mutate(String(fields.get("password")))}>
          <TextField label="Email" type="email" autoComplete="username" value={link.data.email} readOnly />
          <NewPasswordField label="New password" name="password" autoFocus />
          <Problem error={reset.error} />
          <Button type="submit" look="primary" isBusy={reset.isPending}>
            Change password
          </Button>
        </Form>
      )}
    </SignedOutPage>
  );
}
