import { Button } from "../ui/button.tsx";
import { SecretField, TextField } from "../ui/field.tsx";
import { FormCard } from "../ui/form.tsx";
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
        of="changeProject"
        onSubmit={(body, form) => change.mutate(body, { onSuccess: () => form.reset() })}
      >
        <TextField
          label="Request URL"
          readOnly
          value={`${window.location.origin}/webhooks/slack/${project.id}`}
          hint="Enter it in Slack under Event Subscriptions, after you have saved the secrets here."
        />
        <SecretField label="Signing secret" name="slack.signingSecret" />
        <SecretField
          label="Bot token"
          name="slack.botToken"
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
