import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { LogIn } from "lucide-react";
import { api } from "../api/client.ts";
import { meQuery, signInOptionsQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Problem } from "../ui/problem.tsx";
import { SignedOutPage } from "./signed-out-page.tsx";

export function SignInPage() {
  const { to } = useSearch({ from: "/sign-in" });
  const router = useRouter();
  const queries = useQueryClient();
  const { data: options } = useQuery(signInOptionsQuery);
  const target = checkedTarget(to);
  const signIn = useMutation({
    mutationFn: (credentials: { email: string; password: string }) => api.signIn(credentials),
    meta: { showsError: true },
    onSuccess: (me) => {
      queries.setQueryData(meQuery.queryKey, me);
      router.history.push(`/dashboard${target}`);
    },
  });
  const withProvider = useMutation({
    mutationFn: () => api.signInWithProvider({ returnTo: `/dashboard${target}` }),
    meta: { showsError: true },
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const error = signIn.error ?? withProvider.error;
  return (
    <SignedOutPage title="Sign in">
      <Form
        className="grid gap-4"
        onSubmit={(fields) =>
          signIn.mutate({ email: String(fields.get("email")), password: String(fields.get("password")) })
        }
      >
        <TextField label="Email" name="email" type="email" autoComplete="username" required autoFocus />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
        {error !== null && <Problem error={error} />}
        <Button type="submit" look="primary" isBusy={signIn.isPending} className="mt-1 w-full">
          Sign in
        </Button>
      </Form>
      {options?.provider != null && (
        <Button
          className="mt-3 w-full"
          icon={<LogIn size={16} aria-hidden />}
          isBusy={withProvider.isPending}
          onClick={() => withProvider.mutate()}
        >
          Continue with {options.provider}
        </Button>
      )}
      <p className="mt-6 text-[13px] leading-5 text-ink-faint">
        No account? A member with the role admin can invite you. The first account is made with the link that the server
        prints when it starts.
      </p>
    </SignedOutPage>
  );
}

/** Accepts only paths of the dashboard, so that a link can't redirect to another site. */
export function checkedTarget(to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])/.test(to) && !to.startsWith("/sign-in") ? to : "/";
}
