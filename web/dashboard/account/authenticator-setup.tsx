import { encode } from "uqr";
import { api } from "../api/client.ts";
import { CopyValue } from "../ui/command.tsx";
import { TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { ProofDialog } from "./proof-dialog.tsx";

interface AuthenticatorSetupProps {
  /** Recovery codes are included when this is the account's first second factor. */
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Asks for the password, shows the QR code, then asks for the first code from the app. */
export function AuthenticatorSetup({ onDone, onClose }: AuthenticatorSetupProps) {
  const start = useAction((password: string) => api.startAuthenticator({ password }), { showsError: true });
  const confirm = useAction((code: string) => api.confirmAuthenticator({ code }), {
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
    showsError: true,
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
