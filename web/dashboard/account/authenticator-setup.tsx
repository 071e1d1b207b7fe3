import { useMutation } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { CopyValue } from "../ui/command.tsx";
import { TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { QrCode } from "./qr-code.tsx";

interface AuthenticatorSetupProps {
  /** With recovery codes, if these are the first. */
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Password, then the QR code, then the first code from the app. */
export function AuthenticatorSetup({ onDone, onClose }: AuthenticatorSetupProps) {
  const start = useMutation({
    mutationFn: (password: string) => api.startAuthenticator({ password }),
    meta: { showsError: true },
  });
  const confirm = useMutation({
    mutationFn: (code: string) => api.confirmAuthenticator({ code }),
    meta: { showsError: true },
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  if (start.data === undefined) {
    return <ProofDialog title="Set up an authenticator app" action="Continue" change={start} onClose={onClose} />;
  }
  const { uri, secret } = start.data;
  return (
    <FormDialog
      title="Set up an authenticator app"
      action="Turn on"
      change={confirm}
      onSubmit={(fields) => confirm.mutate(String(fields.get("code")))}
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
    </FormDialog>
  );
}
