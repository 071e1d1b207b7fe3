import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { api, meQuery, read } from "../api/client.ts";
import type { BodyOf } from "../forms/body-forms.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { NewPasswordField, TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";
import { BrokenLinkPage, SignedOutPage } from "./signed-out-page.tsx";

/** Opened by an invitation link, or by the link that the server prints on its first start. */
export function JoinPage() {
  const { hash } = useLocation();
  const token = decodeURIComponent(hash);
  const invitation = useQuery({ ...read("readInvitation", { token }), retry: false, enabled: token !== "" });
  const me = useQuery({ ...meQuery, retry: false });
  if (token === "" || invitation.isError) {
    return <BrokenLinkPage error={invitation.error} />;
  }
  if (invitation.data === undefined || me.isPending) {
    return <SignedOutPage title="One moment…">{null}</SignedOutPage>;
  }
  const { organization, role, email, hasAccount } = invitation.data;
  const about = (
    <>
      You’re invited to <strong className="font-semibold text-ink">{organization}</strong> as {role}.
    </>
  );
  if (me.data !== undefined) {
    return (
      <SignedOutPage title={`Join ${organization}`} about={about}>
        <JoinButton token={token} name={me.data.user.name} />
      </SignedOutPage>
    );
  }
  if (hasAccount) {
    return (
      <SignedOutPage title={`Join ${organization}`} about={about}>
        <p className="mb-4">{email} already has an account. Sign in to join.</p>
        <Link
          to="/sign-in"
          search={{ to: `/join#${encodeURIComponent(token)}` }}
          className={`${buttonClass("primary")} w-full`}
        >
          Sign in
        </Link>
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage title="Create your account" about={about}>
      <AccountForm token={token} email={email} />
    </SignedOutPage>
  );
}

function useEntering() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (me: Awaited<ReturnType<typeof api.createAccount>>) => {
    queries.setQueryData(meQuery.queryKey, me);
    void navigate({ to: "/", replace: true });
  };
}

function JoinButton({ token, name }: { token: string; name: string }) {
  const enter = useEntering();
  const join = useAction(() => api.acceptInvitation({ token }), { onDone: enter, showsError: true });
  return (
    <div className="grid gap-4">
      <Problem error={join.error} />
      <Button look="primary" className="w-full" isBusy={join.isPending} onClick={() => join.mutate()}>
        Join as {name}
      </Button>
    </div>
  );
}

function AccountForm({ token, email }: { token: string; email: string | null }) {
  const enter = useEntering();
  const create = useAction((body: BodyOf<"createAccount">) => api.createAccount({ ...body, token }), {
    onDone: enter,
    showsError: true,
  });
  return (
    <Form className="grid gap-4" of="createAccount" error={create.error} onSubmit={(body) => create.mutate(body)}>
      <TextField label="Name" name="name" autoComplete="name" autoFocus />
      <TextField
        label="Email"
        name="email"
        autoComplete="username"
        defaultValue={email ?? ""}
        readOnly={email !== null}
      />
      <NewPasswordField label="Password" name="password" />
      <Problem error={create.error} />
      <Button type="submit" look="primary" isBusy={create.isPending} className="mt-1 w-full">
        Create account
      </Button>
    </Form>
  );
}
