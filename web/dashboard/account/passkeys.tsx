import { KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";
import { type Answer, api } from "../api/client.ts";
import { Button, RowButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { Beneath, Cell, mainColumn, Row, Table, TimeCell } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";
import { createPasskey, hasPasskeys } from "./passkeys-in-browser.ts";
import { ProofDialog } from "./proof-dialog.tsx";

type Factor = Answer<"getSecondFactor">;
type Passkey = Factor["passkeys"][number];

interface PasskeysProps {
  factor: Factor;
  onChange: (recoveryCodes?: readonly string[]) => void;
}

const columns = [
  { title: "Name", className: mainColumn },
  { title: "Added", className: "hidden sm:table-cell" },
  { title: "Last used", className: "hidden sm:table-cell" },
  { title: "Actions", isQuiet: true },
];

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
          <Button icon={<KeyRound size={16} aria-hidden />} onClick={() => setAdding(true)}>
            Add passkey
          </Button>
        )
      }
    >
      {passkeys.length === 0 ? (
        <p className="rounded-card border border-dashed border-line px-5 py-6 text-ink-soft">
          {whyNone(canUsePasskeys)}
        </p>
      ) : (
        <Table label="Passkeys" columns={columns}>
          {passkeys.map((passkey) => (
            <Row key={passkey.id}>
              <Cell className={mainColumn}>
                <span className="block truncate font-medium">{passkey.name}</span>
                <Beneath>
                  {passkey.lastUsedAt === null ? (
                    "Never used"
                  ) : (
                    <>
                      Used <Time at={passkey.lastUsedAt} />
                    </>
                  )}
                </Beneath>
              </Cell>
              <TimeCell at={passkey.createdAt} />
              {passkey.lastUsedAt === null ? (
                <Cell className="hidden text-ink-soft sm:table-cell">Never</Cell>
              ) : (
                <TimeCell at={passkey.lastUsedAt} />
              )}
              <Cell className="text-right">
                <RowButton
                  label={`Remove ${passkey.name}`}
                  icon={<Trash2 size={16} />}
                  onClick={() => setLeaving(passkey)}
                >
                  Remove
                </RowButton>
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      {isAdding && (
        <AddPasskey
          onDone={(codes) => {
            setAdding(false);
            onChange(codes);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {leaving !== undefined && (
        <RemovePasskey
          passkey={leaving}
          onDone={() => {
            setLeaving(undefined);
            onChange();
          }}
          onClose={() => setLeaving(undefined)}
        />
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

interface DialogProps {
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

function AddPasskey({ onDone, onClose }: DialogProps) {
  const add = useAction(
    async ({ name, password }: { name: string; password: string }) => {
      const { options } = await api.startPasskey({ password });
      return api.addPasskey({ name, credential: await createPasskey(options) });
    },
    {
      message: ({ passkey }) => `Passkey “${passkey.name}” added.`,
      onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
      showsError: true,
    },
  );
  return (
    <FormDialog
      title="Add a passkey"
      action="Continue"
      change={add}
      onSubmit={(fields) => add.mutate({ name: String(fields.get("name")), password: String(fields.get("password")) })}
      onClose={onClose}
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
    </FormDialog>
  );
}

function RemovePasskey({ passkey, onDone, onClose }: DialogProps & { passkey: Passkey }) {
  const remove = useAction((password: string) => api.removePasskey({ passkeyId: passkey.id, password }), {
    message: `Passkey “${passkey.name}” removed.`,
    onDone: () => onDone([]),
    showsError: true,
  });
  return (
    <ProofDialog title={`Remove ${passkey.name}`} action="Remove" change={remove} onClose={onClose}>
      <p className="text-ink-soft">
        You can no longer sign in with it. Also delete it from your device or password manager.
      </p>
    </ProofDialog>
  );
}
