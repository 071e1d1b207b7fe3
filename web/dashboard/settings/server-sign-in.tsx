import { type Answer, api, signInOptionsQuery } from "../api/client.ts";
import { CopyField } from "../ui/command.tsx";
import { SecretField, TextField } from "../ui/field.tsx";
import { ServerSetting } from "./server-setting.tsx";

type Settings = Answer<"getServerSettings">;

/** The OpenID Connect provider that people sign in with. */
export function ServerSignIn({ settings }: { settings: Settings }) {
  const { provider, callbackUrl } = settings;
  return (
    <ServerSetting
      title="Single sign-on"
      description="People sign in with your OpenID Connect provider, such as Okta, Entra ID, Google or Keycloak."
      name="provider"
      setting={provider}
      variable="LECTERN_OIDC_ISSUER"
      of="changeServerSignIn"
      save={(body) => api.changeServerSignIn(body)}
      test={(body) => api.testServerSignIn(body)}
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
      <fieldset className="grid gap-4" disabled={provider.source === "environment"}>
        <TextField label="Issuer" name="issuer" placeholder="https://id.example.com" />
        <TextField label="Client ID" name="clientId" />
        <SecretField
          label="Client secret"
          name="clientSecret"
          required={!provider.hasSecret}
          isStored={provider.hasSecret}
        />
        <TextField
          label="Button text"
          name="name"
          defaultValue={provider.name || "Single sign-on"}
          hint="Shown on the sign-in page after “Continue with”."
        />
        <TextField
          label="Roles claim"
          name="rolesClaim"
          defaultValue={provider.rolesClaim || "groups"}
          hint="Organizations map the values of this claim to roles."
        />
      </fieldset>
    </ServerSetting>
  );
}
