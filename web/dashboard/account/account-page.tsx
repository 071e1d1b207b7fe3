import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { type Answer, api } from "../api/client.ts";
import { optimisticUpdate } from "../api/optimistic-update.ts";
import { meQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { showMessage } from "../ui/toast.tsx";
import { Organizations } from "./organizations.tsx";
import { Sessions } from "./sessions.tsx";

/** Settings of the person, independent of organizations. */
export function AccountPage() {
  const { data: me } = useSuspenseQuery(meQuery);
  return (
    <Page title="Account" description={me.user.email}>
      <Section title="Name">
        <NameForm name={me.user.name} />
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

function NameForm({ name }: { name: string }) {
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
  return (
    <Card className="p-5">
      <form
        className="flex max-w-xl flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(String(new FormData(event.currentTarget).get("name")));
        }}
      >
        <div className="min-w-0 flex-1 basis-56">
          <TextField label="How others see you" name="name" defaultValue={name} maxLength={100} required />
        </div>
        <Button type="submit" isBusy={change.isPending}>
          Save
        </Button>
      </form>
      {change.error !== null && <Problem error={change.error} className="mt-4" />}
    </Card>
  );
}

function PasswordForm() {
  const change = useMutation({
    mutationFn: (fields: { currentPassword: string; newPassword: string }) => api.changePassword(fields),
    meta: { showsError: true },
    onSuccess: () => showMessage("The password is changed, and your other sessions are ended."),
  });
  return (
    <Card className="p-5">
      <form
        className="grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const fields = new FormData(form);
          change.mutate(
            { currentPassword: String(fields.get("current")), newPassword: String(fields.get("new")) },
            { onSuccess: () => form.reset() },
          );
        }}
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
        {change.error !== null && <Problem error={change.error} />}
        <div>
          <Button type="submit" isBusy={change.isPending}>
            Change the password
          </Button>
        </div>
      </form>
    </Card>
  );
}
