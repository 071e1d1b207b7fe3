import { useState } from "react";
import { encode } from "uqr";
import { type Answer, api } from "../api/client.ts";
import { CopyValue } from "../ui/command.tsx";
import { PasswordField, TextField } from "../ui/field.tsx";
import { ActionDialog, type ActionDialogProps } from "../ui/form.tsx";

interface AuthenticatorSetupProps {
  /** Called with new recovery codes if the account had no second factor before. */
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Asks for the password, shows the QR code, then asks for the first code from the app. */
export function AuthenticatorSetup({ onDone, onClose }: AuthenticatorSetupProps) {
  const title = "Set up an authenticator app";
  const [started, setStarted] = useState<Answer<"startAuthenticator">>();
  if (started === undefined) {
    const start = (password: string) => api.startAuthenticator({ password });
    return <ProofDialog title={title} action="Continue" run={start} onDone={setStarted} onClose={onClose} />;
  }
  const { uri, secret } = started;
  return (
    <ActionDialog
      title={title}
      action="Turn on"
      run={(fields) => api.confirmAuthenticator({ code: String(fields.get("code")) })}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        Scan this with an app such as 1Password, Aegis or Google Authenticator, then enter the code it shows.
      </p>
      <div className="flex justify-center">
        <QrCode text={uri} label="QR code for your authenticator app" />
      </div>
      <div className="text-[13px] text-ink-faint">
        Can’t scan it? Enter this key: <CopyValue text={secret} label="Copy key" />
      </div>
      <CodeField />
    </ActionDialog>
  );
}

/** A code from an authenticator app. */
export function CodeField() {
  return (
    <TextField
      label="Code"
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      minLength={6}
      maxLength={7}
      required
      autoFocus
    />
  );
}

/** Dark on light in both themes, because many apps can't read inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-card border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

interface ProofDialogProps<Answer> extends Omit<ActionDialogProps<Answer>, "run"> {
  run: (password: string) => Promise<Answer>;
}

/** Asks for the password before a change to how the person signs in. */
export function ProofDialog<Answer>({ run, children, ...dialog }: ProofDialogProps<Answer>) {
  return (
    <ActionDialog<Answer> {...dialog} run={(fields) => run(String(fields.get("password")))}>
      {children}
      <PasswordField label="Your password" name="password" autoComplete="current-password" required autoFocus />
    </ActionDialog>
  );
}
