import { useState } from "react";
import { type Answer, api } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";
import { CodeField } from "./authenticator-setup.tsx";
import { PasskeyButton, usePasskeySignIn } from "./passkey-button.tsx";
import { hasPasskeys } from "./passkeys-in-browser.ts";
import { SignedOutPage } from "./signed-out-page.tsx";

interface SecondFactorStepProps {
  secondFactor: NonNullable<Answer<"signIn">["secondFactor"]>;
  onEnter: (me: Answer<"getMe">) => void;
  onRestart: () => void;
}

/** The step after the password: asks for a code, a passkey or a recovery code. */
export function SecondFactorStep({ secondFactor, onEnter, onRestart }: SecondFactorStepProps) {
  const { hasAuthenticator } = secondFactor;
  const hasPasskey = secondFactor.hasPasskey && hasPasskeys;
  const [isRecovering, setRecovering] = useState(!hasAuthenticator && !hasPasskey);
  const finish = useAction((code: string) => api.finishSignIn({ code }), { onDone: onEnter, showsError: true });
  const withPasskey = usePasskeySignIn(true, onEnter);
  const error = finish.error ?? withPasskey.error;
  const asksCode = hasAuthenticator || isRecovering;
  return (
    <SignedOutPage
      title="Confirm it’s you"
      about={
        isRecovering
          ? "Enter one of the recovery codes you saved. Each works once."
          : hasAuthenticator
            ? "Enter the code from your authenticator app."
            : "Use your passkey to finish signing in."
      }
    >
      {asksCode && (
        <Form className="grid gap-4" onSubmit={(fields) => finish.mutate(String(fields.get("code")))}>
          {isRecovering ? (
            <TextField key="recovery" label="Recovery code" name="code" autoComplete="off" required autoFocus />
          ) : (
            <CodeField />
          )}
          <Problem error={error} />
          <Button type="submit" look="primary" isBusy={finish.isPending} className="w-full">
            Sign in
          </Button>
        </Form>
      )}
      {!asksCode && error !== null && <Problem error={error} className="mb-4" />}
      {hasPasskey && (
        <PasskeyButton
          {...(!asksCode && { look: "primary" as const })}
          className={`w-full ${asksCode ? "mt-3" : ""}`}
          signIn={withPasskey}
        />
      )}
      <p className="mt-5 flex flex-wrap justify-between gap-3">
        {(hasAuthenticator || hasPasskey) && (
          <button
            type="button"
            onClick={() => {
              finish.reset();
              setRecovering(!isRecovering);
            }}
            className="rounded-control text-accent hover:underline"
          >
            {isRecovering ? "Back" : "Use a recovery code"}
          </button>
        )}
        <button type="button" onClick={onRestart} className="rounded-control text-ink-soft hover:underline">
          Start over
        </button>
      </p>
      <p className="mt-4 text-[13px] leading-5 text-ink-faint">
        Lost your phone and your recovery codes? The operator of the server can remove your second factor.
      </p>
    </SignedOutPage>
  );
}
