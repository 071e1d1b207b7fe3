import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, api, meQuery, read } from "../api/client.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Command } from "../ui/command.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { downloadFile } from "../ui/download-file.ts";
import { Notice } from "../ui/notice.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Time } from "../ui/time.tsx";
import { AuthenticatorSetup, ProofDialog } from "./authenticator-setup.tsx";
import { Passkeys } from "./passkeys.tsx";

type Factor = Answer<"getSecondFactor">;
type Step = "set-up" | "remove" | "renew";

const fewCodes = 3;
const secondFactorQuery = read("getSecondFactor", {});

/** The account's authenticator app, recovery codes and passkeys. */
export function SecondFactor() {
  const queries = useQueryClient();
  const { data: factor, error } = useQuery(secondFactorQuery);
  const [step, setStep] = useState<Step>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const refresh = async (recoveryCodes: readonly string[] = []) => {
    setStep(undefined);
    setCodes(recoveryCodes);
    await queries.invalidateQueries(secondFactorQuery);
    // An organization that requires a second factor may have become available.
    await queries.invalidateQueries(meQuery);
  };
  if (factor === undefined || !factor.canHave) {
    return error === null ? null : <Problem error={error} className="mb-10" />;
  }
  const hasFactor = factor.authenticatorSince !== null || factor.passkeys.length > 0;
  return (
    <>
      <Section
        title="Second factor"
        description="After your password, you confirm that it’s you with a code from an app or with a passkey."
      >
        <Card className="divide-y divide-line">
          <Authenticator factor={factor} onStep={setStep} />
          {hasFactor && <RecoveryCodes factor={factor} onRenew={() => setStep("renew")} />}
        </Card>
      </Section>
      <Passkeys factor={factor} onChange={refresh} />
      {step === "set-up" && <AuthenticatorSetup onDone={refresh} onClose={() => setStep(undefined)} />}
      {step === "remove" && (
        <ProofDialog
          title="Turn off the authenticator app"
          action="Turn off"
          run={(password) => api.removeAuthenticator({ password })}
          message="Authenticator app turned off."
          onDone={() => refresh()}
          onClose={() => setStep(undefined)}
        >
          <p className="text-ink-soft">
            {factor.passkeys.length === 0
              ? "Your password alone will be enough to sign in, and your recovery codes stop working. Organizations that require a second factor will ask you to set one up again."
              : "Signing in with your password will still ask for a passkey."}
          </p>
        </ProofDialog>
      )}
      {step === "renew" && (
        <ProofDialog
          title="Replace recovery codes"
          action="Replace codes"
          run={(password) => api.renewRecoveryCodes({ password })}
          onDone={({ recoveryCodes }) => refresh(recoveryCodes)}
          onClose={() => setStep(undefined)}
        >
          <p className="text-ink-soft">You get ten new codes. The old ones stop working.</p>
        </ProofDialog>
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </>
  );
}

const rowClass = "flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5";

function Authenticator({ factor, onStep }: { factor: Factor; onStep: (step: Step) => void }) {
  const { authenticatorSince } = factor;
  return (
    <div className={rowClass}>
      <div>
        <h3 className="flex items-center gap-2">
          Authenticator app {authenticatorSince === null ? <Badge>Off</Badge> : <Badge tone="ok">On</Badge>}
        </h3>
        <p className="text-ink-soft">
          {authenticatorSince === null ? (
            "An app on your phone shows a new code every 30 seconds."
          ) : (
            <>
              Set up <Time at={authenticatorSince} />.
            </>
          )}
        </p>
      </div>
      {authenticatorSince === null ? (
        <Button onClick={() => onStep("set-up")}>Set up</Button>
      ) : (
        <Button look="danger" onClick={() => onStep("remove")}>
          Turn off
        </Button>
      )}
    </div>
  );
}

function RecoveryCodes({ factor, onRenew }: { factor: Factor; onRenew: () => void }) {
  const left = factor.recoveryCodesLeft;
  return (
    <div className={rowClass}>
      <div>
        <h3 className="flex items-center gap-2">
          Recovery codes {left <= fewCodes && <Badge tone="warn">{left === 0 ? "None left" : "Few left"}</Badge>}
        </h3>
        <p className="text-ink-soft">{left} of 10 unused. You need one if you lose your phone or passkey.</p>
      </div>
      <Button onClick={onRenew}>Replace codes</Button>
    </div>
  );
}

/** The new recovery codes, which are shown only once. */
function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join("\n");
  return (
    <Dialog title="Save your recovery codes" isOpen onClose={onClose}>
      <Notice className="mb-4">
        If you lose your phone or passkey, sign in with one of these codes. Each works once. They won’t be shown again.
      </Notice>
      <Command text={text} label="Copy codes" />
      <DialogActions>
        <Button onClick={() => downloadFile("lectern-recovery-codes.txt", [`${text}\n`], "text/plain")}>
          Download
        </Button>
        <Button look="primary" onClick={onClose}>
          I saved them
        </Button>
      </DialogActions>
    </Dialog>
  );
}
