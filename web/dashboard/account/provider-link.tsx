import { useQuery } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { signInOptionsQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";

/** Links an account with a password to the OpenID Connect provider. */
export function ProviderLink() {
  const { data } = useQuery(signInOptionsQuery);
  const link = useAction(() => api.linkProvider({}), { onDone: ({ url }) => window.location.assign(url) });
  if (data === undefined || data.provider === null) return null;
  return (
    <Section
      title="Single sign-on"
      description={`After you sign in with ${data.provider} once, you can use it as well as your password.`}
    >
      {link.error !== null && <Problem error={link.error} />}
      <Button isBusy={link.isPending} onClick={() => link.mutate()}>
        Link {data.provider}
      </Button>
    </Section>
  );
}
