import { type Answer, api, signInOptionsQuery } from "../api/client.ts";
import { CopyField } from "../ui/command.tsx";
import { SecretField, TextField } from "../ui/field.tsx";
import { fieldText } from "../ui/form.tsx";
import { ServerSetting } from "./server-setting.tsx";

type Settings = Answer<"getServerSettings">;

/** The OpenID Connect provider that people sign in with. */
export function ServerSignIn({ settings }: { settings: Settings }) {
  const { provider, callbackUrl } = settings;
  const isFixed = provider.source === "environment";
  return (
    <ServerSetting
      title="Single sign-on"
      description="People sign in with your OpenID Connect provider, such as Okta, Entra ID, Google or Keycloak."
      name="provider"
      setting={provider}
      variable="LECTERN_OIDC_ISSUER"
      save={(fields) => api.changeServerSignIn(readForm(fields))}
      test={(fields) => api.testServerSignIn(readForm(fields))}
      saved="Sign-in settings saved."
      success="The provider's configuration was found. Save, then sign in to try it."
      rereads={[signInOptionsQuery]}
    >
      <CopyField
        label="Redirect URI"
        text={callbackUrl}
        copy="Copy the redirect URI"
        hint="Register it with your provider."
      />
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
      <SecretField
        label="Client secret"
        name="clientSecret"
        required={!provider.hasSecret}
        disabled={isFixed}
        isStored={provider.hasSecret}
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
    </ServerSetting>
  );
}

function readForm(form: FormData) {
  const clientSecret = fieldText(form, "clientSecret");
  return {
    issuer: fieldText(form, "issuer"),
    clientId: fieldText(form, "clientId"),
    name: fieldText(form, "name"),
    rolesClaim: fieldText(form, "rolesClaim"),
    ...(clientSecret !== "" && { clientSecret }),
  };
}
