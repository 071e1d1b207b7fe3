import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type Answer, api } from "../api/client.ts";
import { serverSettingsQuery, signInOptionsQuery } from "../api/queries.ts";
import { CopyValue } from "../ui/command.tsx";
import { TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";
import { showMessage } from "../ui/toast.tsx";
import { useAction } from "../ui/use-action.ts";
import { SettingButtons } from "./setting-buttons.tsx";
import { SettingSource } from "./setting-source.tsx";

type Settings = Answer<"getServerSettings">;

/** The OpenID Connect provider that people sign in with. */
export function ServerSignIn({ settings }: { settings: Settings }) {
  const { provider, callbackUrl } = settings;
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const onSuccess = async (changed: Settings) => {
    queries.setQueryData(serverSettingsQuery.queryKey, changed);
    await queries.invalidateQueries(signInOptionsQuery);
    showMessage("Sign-in settings saved.");
  };
  const save = useAction((form: FormData) => api.changeServerSignIn(readForm(form)), { onDone: onSuccess });
  const test = useAction((form: FormData) => api.testServerSignIn(readForm(form)));
  const remove = useAction(() => api.removeServerSetting({ setting: "provider" }), { onDone: onSuccess });
  const isFixed = provider.source === "environment";
  return (
    <Section
      title="Single sign-on"
      description="People sign in with your OpenID Connect provider, such as Okta, Entra ID, Google or Keycloak."
    >
      <Card className="p-5">
        <Form
          key={provider.setAt}
          ref={form}
          className="grid max-w-2xl gap-4"
          onSubmit={(fields) => save.mutate(fields)}
        >
          <SettingSource setting={provider} variable="LECTERN_OIDC_ISSUER" />
          <div className="grid gap-1.5">
            <span className="font-medium">Redirect URI</span>
            <CopyValue text={callbackUrl} label="Copy the redirect URI" />
            <span className="text-[13px] text-ink-faint">Register it with your provider.</span>
          </div>
          <TextField
            label="Issuer"
            name="issuer"
            type="url"
            required
            disabled={isFixed}
            defaultValue={provider.issuer}
            placeholder="https://id.example.com"
          />
          <TextField label="Client ID" name="clientId" required disabled={isFixed} defaultValue={provider.clientId} />
          <TextField
            label="Client secret"
            name="clientSecret"
            type="password"
            autoComplete="off"
            required={!provider.hasSecret}
            disabled={isFixed}
            placeholder={provider.hasSecret ? "Stored. Leave empty to keep it." : ""}
          />
          <TextField
            label="Button text"
            name="name"
            required
            maxLength={60}
            disabled={isFixed}
            defaultValue={provider.name || "Single sign-on"}
            hint="Shown on the sign-in page after “Continue with”."
          />
          <TextField
            label="Roles claim"
            name="rolesClaim"
            required
            maxLength={100}
            disabled={isFixed}
            defaultValue={provider.rolesClaim || "groups"}
            hint="Organizations map the values of this claim to roles."
          />
          <SettingButtons
            {...{ form, save, test, remove }}
            source={provider.source}
            success="The provider's configuration was found. Save, then sign in to try it."
          />
        </Form>
      </Card>
    </Section>
  );
}

function readForm(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const clientSecret = text("clientSecret");
  return {
    issuer: text("issuer"),
    clientId: text("clientId"),
    name: text("name"),
    rolesClaim: text("rolesClaim"),
    ...(clientSecret !== "" && { clientSecret }),
  };
}
