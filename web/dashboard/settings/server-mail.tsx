import { type Answer, api } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Card, Fact, Section } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { TestOutcome } from "./test-outcome.tsx";

type Mail = Answer<"getServerSettings">["mail"];

const encryptions: Readonly<Record<Mail["encryption"], string>> = {
  implicit: "TLS",
  required: "STARTTLS, required",
  off: "None",
};

/** The mail server, which can only be set in the environment. */
export function ServerMail({ mail }: { mail: Mail }) {
  const test = useAction(() => api.testServerMail({}));
  return (
    <Section
      title="Mail"
      description="Invitations, password reset links, failed updates and weekly summaries are sent by mail."
    >
      <Card className="p-5">
        {mail.isSetUp ? (
          <div className="grid gap-4">
            <p className="text-ink-soft">
              Set by <code>LECTERN_SMTP_URL</code> and <code>LECTERN_MAIL_FROM</code> in the environment.
            </p>
            <dl className="grid gap-4 sm:grid-cols-2">
              <Fact label="Mail server">{mail.server}</Fact>
              <Fact label="Encryption">{encryptions[mail.encryption]}</Fact>
              <Fact label="User name">{mail.user === "" ? "None" : mail.user}</Fact>
              <Fact label="Sender">{mail.from}</Fact>
            </dl>
            <div>
              <Button isBusy={test.isPending} onClick={() => test.mutate()}>
                Send a test mail
              </Button>
            </div>
            <TestOutcome
              test={test}
              success="Sent to your own address. If it doesn’t arrive, look in the spam folder."
            />
          </div>
        ) : (
          <div className="grid gap-3 text-ink-soft">
            <p>This server doesn’t send mail. Copy invitation and password reset links from the dashboard instead.</p>
            <p>
              To send mail, set <code>LECTERN_SMTP_URL</code> and <code>LECTERN_MAIL_FROM</code> in the environment and
              restart the server.
            </p>
          </div>
        )}
      </Card>
    </Section>
  );
}
