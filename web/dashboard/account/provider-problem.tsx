import { Problem } from "../ui/problem.tsx";

const messages: Readonly<Record<string, string>> = {
  access_denied: "The provider denied the sign-in.",
  account_not_linked:
    "This email already has an account with a password. Sign in with the password, then link single sign-on on your account page.",
  email_is_missing: "The provider didn't share your email. Ask your administrator to allow the email scope.",
  linked_to_another_account: "This provider account is already linked to another account.",
  please_restart_the_process: "The sign-in took too long or was started in another browser. Try again.",
};

/** Why signing in with the provider failed, from the address that it leads back to. */
export function ProviderProblem() {
  const code = new URLSearchParams(window.location.search).get("error");
  if (code === null) return null;
  const message = Object.hasOwn(messages, code) ? messages[code] : undefined;
  return <Problem error={new Error(message ?? "Signing in with the provider failed. Try again.")} className="mb-4" />;
}
