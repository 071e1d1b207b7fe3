import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { type Answer, api } from "../api/client.ts";
import { optimisticUpdate } from "../api/optimistic-update.ts";
import { meQuery } from "../api/queries.ts";
import { TextField } from "../ui/field.tsx";
import { Form, SubmitRow } from "../ui/form.tsx";
import { NameForm } from "../ui/name-form.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { showMessage } from "../ui/toast.tsx";
import { Organizations } from "./organizations.tsx";
import { Sessions } from "./sessions.tsx";

/** Settings of the person, independent of organizations. */
export function AccountPage() {
  const { data: me } = useSuspenseQuery(meQuery);
  return (
    <Page title="Account" description={me.user.email}>
      <Section title="Name">
        <ProfileForm name={me.user.name} />
      </Section>
      {me.user.hasPassword && (
        <Section title="Password" description="A new password ends all your other sessions.">
          <PasswordForm />
        </Section>
      )}
      <Sessions />
      <Organizations />
    </Page>
  );
}

function ProfileForm({ name }: { name: string }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (next: string) => api.changeProfile({ name: next }),
    meta: { showsError: true },
    ...optimisticUpdate(queries, meQuery, (me: Answer<"getMe">, next: string) => ({
      ...me,
      user: { ...me.user, name: next.trim() },
    })),
    onSuccess: () => showMessage("Your name is changed."),
  });
  return <NameForm label="How others see you" name={name} action="Save" change={change} />;
}

function PasswordForm() {
  const change = useMutation({
    mutationFn: (fields: { currentPassword: string; newPassword: string }) => api.changePassword(fields),
    meta: { showsError: true },
    onSuccess: () => showMessage("The password is changed, and your other sessions are ended."),
  });
  return (
    <Card className="p-5">
      <Form
        className="grid max-w-xl gap-4"
        onSubmit={(fields, form) =>
          change.mutate(
            { currentPassword: String(fields.get("current")), newPassword: String(fields.get("new")) },
            { onSuccess: () => form.reset() },
          )
        }
      >
        <TextField label="Current password" name="current" type="password" autoComplete="current-password" required />
        <TextField
          label="New password"
          name="new"
          type="password"
          autoComplete="new-password"
          minLength={10}
          maxLength={128}
          required
          hint="At least 10 characters."
        />
        <SubmitRow change={change}>Change the password</SubmitRow>
      </Form>
    </Card>
  );
}
