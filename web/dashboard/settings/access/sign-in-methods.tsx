import { type ReactNode, useState } from "react";
import type { Answer } from "../../api/client.ts";
import { CopyField } from "../../ui/command.tsx";
import { CheckField, CodeArea, SecretField, SelectField, TextArea, TextField } from "../../ui/field.tsx";

export type SiteAccess = Answer<"getSiteAccess">;
type KeyKind = NonNullable<SiteAccess["jwt"]>["key"]["kind"];

/** The ways in which readers can sign in. Those that the server doesn't offer are left out. */
export function SignInMethods({ access }: { access: SiteAccess }) {
  const { usable, server, provider, jwt, mail, callbackUrl, providerCallbackUrl, serverProvider } = access;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-medium">How readers sign in</legend>
      {usable.includes("provider") && (
        <Method
          isOn={provider !== null}
          label="Your identity provider"
          hint="Any OpenID Connect provider, such as Okta, Entra ID, Auth0 or Google."
        >
          <TextField label="Issuer" name="provider.issuer" placeholder="https://id.example.com" />
          <TextField label="Client ID" name="provider.clientId" />
          <SecretField
            label="Client secret"
            name="provider.clientSecret"
            required={provider === null}
            isStored={provider !== null}
          />
          <TextField
            label="Button text"
            name="provider.name"
            defaultValue={provider?.name ?? "Single sign-on"}
            hint="Shown on the sign-in page after “Continue with”."
          />
          <TextField
            label="Groups claim"
            name="provider.groupsClaim"
            defaultValue={provider?.groupsClaim ?? "groups"}
            hint="The claim with the reader's groups."
          />
          <TextField
            label="Scopes"
            name="provider.scopes"
            required
            defaultValue={provider?.scopes ?? "openid email profile"}
            hint="Separated by spaces. Some providers need another scope for groups."
          />
          {providerCallbackUrl === null ? (
            <p className="text-[13px] text-ink-faint">Save to see the redirect URI to register with your provider.</p>
          ) : (
            <CopyField
              label="Redirect URI"
              text={providerCallbackUrl}
              copy="Copy the redirect URI"
              hint="Register it with your provider. Another issuer or client ID changes it."
            />
          )}
        </Method>
      )}
      {usable.includes("server") && serverProvider !== null && (
        <Method
          isOn={server !== null}
          label={serverProvider}
          hint="The provider that people sign in to this dashboard with. It must also allow the redirect URI below."
        >
          <CopyField label="Redirect URI" text={callbackUrl} copy="Copy the redirect URI" />
          <TextField label="Groups claim" name="server.groupsClaim" defaultValue={server?.groupsClaim ?? "groups"} />
        </Method>
      )}
      {usable.includes("jwt") && (
        <Method isOn={jwt !== null} label="Your product" hint="Your product signs a token (JWT) for each reader.">
          <CopyField
            label="Callback URL"
            text={`${access.jwtUrl}?redirect=%2F#<JWT>`}
            copy="Copy the callback URL"
            hint="Your product sends readers here, with the token after the #."
          />
          <TextField
            label="Login page"
            name="jwt.loginUrl"
            placeholder="https://app.example.com/docs-login"
            hint="Readers go there with ?redirect= and the page they want to see."
          />
          <TextField
            label="Button text"
            name="jwt.name"
            placeholder="Acme"
            hint="Shown on the sign-in page after “Continue with”."
          />
          <JwtKey jwt={jwt} />
        </Method>
      )}
      {usable.includes("mail") && (
        <Method
          isOn={mail !== null}
          label="Link by mail"
          hint="Readers enter their address and get a link that works once."
        >
          <TextArea
            label="Addresses and domains"
            name="mail.allowed"
            required
            placeholder={"@example.com\nada@example.org"}
            hint="One per line. A domain begins with @."
          />
          <TextArea
            label="Groups"
            name="mail.groups"
            rows={2}
            hint="The groups of everyone who signs in this way, one per line."
          />
        </Method>
      )}
    </fieldset>
  );
}

function JwtKey({ jwt }: { jwt: SiteAccess["jwt"] }) {
  const [kind, setKind] = useState<KeyKind>(jwt?.key.kind ?? "public_key");
  const isStored = jwt?.key.kind === kind;
  return (
    <>
      <SelectField
        label="Tokens are checked with"
        name="jwt.key.kind"
        value={kind}
        onChange={(event) => setKind(event.target.value as KeyKind)}
        options={[
          ["public_key", "A public key (EdDSA, ES256 or RS256)"],
          ["jwks", "The keys at an address (JWKS)"],
          ["secret", "A shared secret (HS256)"],
        ]}
      />
      {kind === "public_key" && (
        <CodeArea
          label="Public key"
          name="jwt.key.value"
          required
          defaultValue={isStored ? (jwt.key.value ?? "") : ""}
          placeholder="-----BEGIN PUBLIC KEY-----"
        />
      )}
      {kind === "jwks" && (
        <TextField
          label="Address of the keys"
          name="jwt.key.value"
          type="url"
          required
          defaultValue={isStored ? (jwt.key.value ?? "") : ""}
          placeholder="https://app.example.com/.well-known/jwks.json"
        />
      )}
      {kind === "secret" && (
        <SecretField
          label="Shared secret"
          name="jwt.key.value"
          defaultValue=""
          minLength={32}
          required={!isStored}
          isStored={isStored}
        />
      )}
    </>
  );
}

interface MethodProps {
  isOn: boolean;
  label: string;
  hint: string;
  children: ReactNode;
}

function Method({ isOn: wasOn, label, hint, children }: MethodProps) {
  const [isOn, setOn] = useState(wasOn);
  return (
    <div className="rounded-card border border-line px-4 py-3">
      <CheckField checked={isOn} onChange={(event) => setOn(event.target.checked)} label={label} hint={hint} />
      {isOn && <div className="mt-3 grid gap-4 pb-2">{children}</div>}
    </div>
  );
}
