import { KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";
import { type Answer, api } from "../api/client.ts";
import { Button, RowButton } from "../ui/button.tsx";
import { PasswordField, TextField } from "../ui/field.tsx";
import { ActionDialog } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { ProofDialog } from "./authenticator-setup.tsx";
import { createPasskey, hasPasskeys } from "./passkeys-in-browser.ts";

type Factor = Answer<"getSecondFactor">;
type Passkey = Factor["passkeys"][number];

interface PasskeysProps {
  factor: Factor;
  onChange: (recoveryCodes?: readonly string[]) => void;
}

export function Passkeys({ factor: { passkeys, canUsePasskeys }, onChange }: PasskeysProps) {
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Passkey>();
  return (
    <Section
      title="Passkeys"
      description="Sign in with your fingerprint, face, device PIN or security key. A passkey replaces both the password and the second factor."
      action={
        canUsePasskeys &&
        hasPasskeys && (
          <Button icon={<KeyRound size={16} />} onClick={() => setAdding(true)}>
            Add passkey
          </Button>
        )
      }
    >
      <Table
        label="Passkeys"
        rows={passkeys}
        keyOf={({ id }) => id}
        empty={whyNone(canUsePasskeys)}
        columns={({ main, time, actions }) => [
          main("Name", ({ name, lastUsedAt }) => (
            <>
              <span className="block truncate font-medium">{name}</span>
              <Beneath>
                {lastUsedAt === null ? (
                  "Never used"
                ) : (
                  <>
                    Used <Time at={lastUsedAt} />
                  </>
                )}
              </Beneath>
            </>
          )),
          time("Added", ({ createdAt }) => createdAt),
          time("Last used", ({ lastUsedAt }) => lastUsedAt),
          actions((passkey) => (
            <RowButton label={`Remove ${passkey.name}`} icon={<Trash2 size={16} />} onClick={() => setLeaving(passkey)}>
              Remove
            </RowButton>
          )),
        ]}
      />
      {isAdding && (
        <ActionDialog
          title="Add a passkey"
          action="Continue"
          run={async (fields) => {
            const { options } = await api.startPasskey({ password: String(fields.get("password")) });
            return api.addPasskey({ name: String(fields.get("name")), credential: await createPasskey(options) });
          }}
          message={({ passkey }) => `Passkey “${passkey.name}” added.`}
          onDone={({ recoveryCodes }) => {
            setAdding(false);
            onChange(recoveryCodes);
          }}
          onClose={() => setAdding(false)}
        >
          <p className="text-ink-soft">
            Your browser will ask you to create it. From then on, signing in with your password also asks for a second
            factor.
          </p>
          <TextField
            label="Name"
            name="name"
            maxLength={100}
            required
            autoFocus
            hint="A name you will recognize, such as “Work laptop”."
          />
          <PasswordField label="Your password" name="password" autoComplete="current-password" required />
        </ActionDialog>
      )}
      {leaving !== undefined && (
        <ProofDialog
          title={`Remove ${leaving.name}`}
          action="Remove"
          run={(password) => api.removePasskey({ passkeyId: leaving.id, password })}
          message={`Passkey “${leaving.name}” removed.`}
          onDone={() => {
            setLeaving(undefined);
            onChange();
          }}
          onClose={() => setLeaving(undefined)}
        >
          <p className="text-ink-soft">
            You can no longer sign in with this passkey. Also delete it from your device or password manager.
          </p>
        </ProofDialog>
      )}
    </Section>
  );
}

function whyNone(canUsePasskeys: boolean): string {
  if (!canUsePasskeys) {
    return "Passkeys need this server to have a host name and HTTPS. The operator sets its address with LECTERN_URL.";
  }
  return hasPasskeys ? "No passkeys yet." : "This browser doesn’t support passkeys.";
}
