import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { type Answer, api, meQuery, signInOptionsQuery } from "../api/client.ts";
import { optimisticUpdate } from "../api/optimistic-update.ts";
import type { BodyOf } from "../forms/body-forms.ts";
import { BackToProjects } from "../shell/back-link.tsx";
import { useShortcutSetting } from "../shell/use-shortcuts.ts";
import { Tokens } from "../tokens/tokens.tsx";
import { Button } from "../ui/button.tsx";
import { CheckField, NewPasswordField, PasswordField } from "../ui/field.tsx";
import { FormCard, NameForm } from "../ui/form.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";
import { Organizations } from "./organizations.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

/** The person's own settings, the same in every organization. */
export function AccountPage() {
  const { data: me } = useSuspenseQuery(meQuery);
  return (
    <Page title="Account" eyebrow={<BackToProjects />} description={me.user.email}>
      <RequiredFactor />
      <Section title="Name">
        <ProfileForm name={me.user.name} />
      </Section>
      {me.user.hasPassword && (
        <Section title="Password" description="A new password ends all your other sessions.">
          <PasswordForm />
        </Section>
      )}
      <SecondFactor />
      <Tokens />
      {me.user.hasPassword && <ProviderLink />}
      <Section title="Keyboard shortcuts" description="Single keys, such as g u for Updates. Press ? to see them all.">
        <ShortcutSetting />
      </Section>
      <Sessions />
      <Organizations />
    </Page>
  );
}

function ShortcutSetting() {
  const [isOn, setOn] = useShortcutSetting();
  return (
    <Card className="p-5">
      <CheckField
        label="Use single-key shortcuts"
        hint="Applies to this browser. Turn shortcuts off if you use speech input or press keys by accident."
        checked={isOn}
        onChange={(event) => setOn(event.target.checked)}
      />
    </Card>
  );
}

function ProfileForm({ name }: { name: string }) {
  const change = useAction((next: string) => api.changeProfile({ name: next }), {
    message: "Name changed.",
    showsError: true,
    shownAtOnce: optimisticUpdate(meQuery, (me: Answer<"getMe">, next: string) => ({
      ...me,
      user: { ...me.user, name: next.trim() },
    })),
  });
  return <NameForm label="Shown to other members" name={name} action="Save" change={change} />;
}

function PasswordForm() {
  const change = useAction((body: BodyOf<"changePassword">) => api.changePassword(body), {
    message: "Password changed. Your other sessions have ended.",
    showsError: true,
  });
  return (
    <FormCard
      of="changePassword"
      change={change}
      action="Change password"
      onSubmit={(body, form) => change.mutate(body, { onSuccess: () => form.reset() })}
    >
      <PasswordField label="Current password" name="currentPassword" autoComplete="current-password" />
      <NewPasswordField label="New password" name="newPassword" />
    </FormCard>
  );
}

/** Links an account that has a password to the OpenID Connect provider. */
function ProviderLink() {
  const { data } = useQuery(signInOptionsQuery);
  const link = useAction(() => api.linkProvider({}), { onDone: ({ url }) => window.location.assign(url) });
  if (data === undefined || data.provider === null) return null;
  return (
    <Section
      title="Single sign-on"
      description={`After you sign in with ${data.provider} once, you can use it as well as your password.`}
    >
      <Problem error={link.error} />
      <Button isBusy={link.isPending} onClick={() => link.mutate()}>
        Link {data.provider}
      </Button>
    </Section>
  );
}

/** Names the organizations that require a second factor before the person can open them. */
function RequiredFactor() {
  const { data: me } = useSuspenseQuery(meQuery);
  const names = me.organizations.filter(({ needsSecondFactor }) => needsSecondFactor).map(({ name }) => name);
  if (names.length === 0) return null;
  const list = new Intl.ListFormat("en").format(names);
  return (
    <div role="status" className="mb-8 flex gap-3 rounded-card border border-warn/30 bg-warn-soft px-4 py-3">
      <ShieldAlert size={20} className="mt-px flex-none text-warn" />
      <p>
        <strong className="font-semibold">{list}</strong> {names.length === 1 ? "requires" : "require"} a second factor.
        Set up an authenticator app or a passkey below to continue.
      </p>
    </div>
  );
}
