import { Button } from "../ui/button.tsx";
import { SecretField, TextField } from "../ui/field.tsx";
import { FormCard, fieldText } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

/** The Slack app in which people ask the docs and start jobs. */
export function SlackSettings({ project }: { project: ProjectDetails }) {
  const change = useChangeProject(project, "Saved.");
  return (
    <Section
      title="Slack"
      description="People mention your Slack app to ask the docs. Editors also start jobs there. The guide about Slack has a manifest for the app."
    >
      <FormCard
        change={change}
        onSubmit={(fields, form) => {
          const slack = { signingSecret: fieldText(fields, "signingSecret"), botToken: fieldText(fields, "botToken") };
          change.mutate({ slack }, { onSuccess: () => form.reset() });
        }}
      >
        <TextField
          label="Request URL"
          name="address"
          readOnly
          value={`${window.location.origin}/webhooks/slack/${project.id}`}
          hint="Enter it in Slack under Event Subscriptions, after you have saved the secrets here."
        />
        <SecretField label="Signing secret" name="signingSecret" required />
        <SecretField
          label="Bot token"
          name="botToken"
          required
          placeholder="xoxb-"
          hint="Both are stored encrypted and never shown again."
        />
      </FormCard>
      {project.hasSlack && (
        <p className="mt-4 flex items-center gap-4 text-[13px] text-ink-soft">
          An app is connected.
          <Button isBusy={change.isPending} onClick={() => change.mutate({ slack: null })}>
            Disconnect
          </Button>
        </p>
      )}
    </Section>
  );
}
