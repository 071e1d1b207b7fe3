import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { LogIn } from "lucide-react";
import { useState } from "react";
import { type Answer, api, meQuery, signInOptionsQuery } from "../api/client.ts";
import type { BodyOf } from "../forms/body-forms.ts";
import { Button } from "../ui/button.tsx";
import { PasswordField, TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";
import { ForgotPassword } from "./forgot-password.tsx";
import { PasskeyButton, usePasskeySignIn } from "./passkey-button.tsx";
import { hasPasskeys } from "./passkeys-in-browser.ts";
import { SecondFactorStep } from "./second-factor-step.tsx";
import { SignedOutPage } from "./signed-out-page.tsx";

type SecondFactor = Answer<"signIn">["secondFactor"];

/** Signs in with a password, then the second factor if the account has one, or with a passkey alone. */
export function SignInPage() {
  const { to } = useSearch({ from: "/sign-in" });
  const router = useRouter();
  const queries = useQueryClient();
  const target = checkedTarget(to);
  const [step, setStep] = useState<"password" | "forgot">("password");
  const [secondFactor, setSecondFactor] = useState<SecondFactor>();
  const enter = (me: Answer<"getMe">) => {
    queries.setQueryData(meQuery.queryKey, me);
    // Paths of the server, which the dashboard has no page for: readers of private sites come from there.
    if (target.startsWith("/auth/")) location.assign(`/dashboard${target}`);
    else router.history.push(`/dashboard${target}`);
  };
  if (secondFactor !== undefined) {
    return (
      <SecondFactorStep secondFactor={secondFactor} onEnter={enter} onRestart={() => setSecondFactor(undefined)} />
    );
  }
  if (step === "forgot") {
    return <ForgotPassword onBack={() => setStep("password")} />;
  }
  return (
    <PasswordStep
      target={target}
      onForgot={() => setStep("forgot")}
      onDone={({ me, secondFactor: next }) => (me === undefined ? setSecondFactor(next) : enter(me))}
    />
  );
}

interface PasswordStepProps {
  target: string;
  onForgot: () => void;
  onDone: (step: Answer<"signIn">) => void;
}

function PasswordStep({ target, onForgot, onDone }: PasswordStepProps) {
  const { data: options } = useQuery(signInOptionsQuery);
  const signIn = useAction((credentials: BodyOf<"signIn">) => api.signIn(credentials), {
    onDone,
    showsError: true,
  });
  const withPasskey = usePasskeySignIn(false, (me) => onDone({ me }));
  const withProvider = useAction(() => api.signInWithProvider({ returnTo: `/dashboard${target}` }), {
    onDone: ({ url }) => window.location.assign(url),
    showsError: true,
  });
  const error = signIn.error ?? withPasskey.error ?? withProvider.error;
  return (
    <SignedOutPage title="Sign in">
      <ProviderProblem />
      <Form className="grid gap-4" of="signIn" onSubmit={(credentials) => signIn.mutate(credentials)}>
        <TextField label="Email" name="email" autoComplete="username" autoFocus />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <Problem error={error} />
        <Button type="submit" look="primary" isBusy={signIn.isPending} className="mt-1 w-full">
          Sign in
        </Button>
      </Form>
      {options?.canUsePasskeys && hasPasskeys && <PasskeyButton className="mt-3 w-full" signIn={withPasskey} />}
      {options?.provider != null && (
        <Button
          className="mt-3 w-full"
          icon={<LogIn size={16} />}
          isBusy={withProvider.isPending}
          onClick={() => withProvider.mutate()}
        >
          Continue with {options.provider}
        </Button>
      )}
      <p className="mt-5">
        <button type="button" onClick={onForgot} className="rounded-control text-accent hover:underline">
          Forgot password?
        </button>
      </p>
      <p className="mt-4 text-[13px] leading-5 text-ink-faint">
        No account? An admin can invite you. The link for the first account is printed when the server starts.
      </p>
    </SignedOutPage>
  );
}

/** Accepts only paths of the dashboard, so that a link can't redirect to another site. */
export function checkedTarget(to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])/.test(to) && !to.startsWith("/sign-in") ? to : "/";
}

const messages: Readonly<Record<string, string>> = {
  access_denied: "The provider denied the sign-in.",
  account_not_linked:
    "This email already has an account with a password. Sign in with the password, then link single sign-on on your account page.",
  email_is_missing: "The provider didn't share your email. Ask your administrator to allow the email scope.",
  linked_to_another_account: "This provider account is already linked to another account.",
  please_restart_the_process: "The sign-in took too long or was started in another browser. Try again.",
};

/** The reason why signing in with the provider failed, from the address that the provider redirected to. */
function ProviderProblem() {
  const code = new URLSearchParams(window.location.search).get("error");
  if (code === null) return null;
  const message = Object.hasOwn(messages, code) ? messages[code] : undefined;
  return <Problem error={new Error(message ?? "Signing in with the provider failed. Try again.")} className="mb-4" />;
}
