import Type, { type Static } from "typebox";
import { email, Me, newPassword } from "./people-schemas.ts";
import { dateTime, id, Nullable, name } from "./schemas.ts";

/** The steps of signing in, second factors, reset links and the rules of organizations. */

const base64url = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: "^[\\w-]+$", description });

const code = Type.String({
  minLength: 6,
  maxLength: 40,
  description: "Six digits from the authenticator app, or a recovery code.",
});

/** Proves again who is signed in. */
export const IdentityProof = Type.Object({
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: "The current password." })),
  code: Type.Optional(code),
});
export type IdentityProof = Static<typeof IdentityProof>;

export const SignInStep = Type.Object({
  me: Type.Optional(Me),
  secondFactor: Type.Optional(
    Type.Object(
      {
        hasAuthenticator: Type.Boolean({ description: "Whether a code of an authenticator app is accepted." }),
        hasPasskey: Type.Boolean({ description: "Whether a passkey is accepted." }),
      },
      { description: "Set instead of `me` if the sign-in needs a second step. Recovery codes are always accepted." },
    ),
  ),
});

const credentialFields = {
  id: base64url(1_400, "ID of the credential."),
  rawId: base64url(1_400, "The same."),
  type: Type.Literal("public-key"),
};
const clientData = base64url(4_000, "What the browser signed, in JSON.");

export const NewCredential = Type.Object({
  ...credentialFields,
  response: Type.Object({
    clientDataJSON: clientData,
    attestationObject: base64url(16_000, "The public key of the credential."),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
});
export type NewCredential = Static<typeof NewCredential>;

export const UsedCredential = Type.Object({
  ...credentialFields,
  response: Type.Object({
    clientDataJSON: clientData,
    authenticatorData: base64url(4_000, "What the authenticator says about itself."),
    signature: base64url(2_000, "Over both of the above."),
    userHandle: Type.Optional(base64url(100, "ID of the account.")),
  }),
});
export type UsedCredential = Static<typeof UsedCredential>;

const ceremonyOptions = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  additionalProperties: true,
  description: "Options for the browser's WebAuthn API, in its JSON form.",
});

export const PasskeySignIn = Type.Object({
  isSecondFactor: Type.Boolean({ description: "Whether a password was accepted before." }),
});
export const PasskeyOptions = Type.Object({ options: ceremonyOptions });

export const FinishedSignIn = Type.Object({ code: Type.Optional(code), credential: Type.Optional(UsedCredential) });

const Passkey = Type.Object({
  id: id("ID of the passkey."),
  name: Type.String(),
  createdAt: dateTime("When it was added."),
  lastUsedAt: Nullable(dateTime("When it was last used to sign in; `null` if never.")),
});

export const SecondFactor = Type.Object({
  canHave: Type.Boolean({
    description: "False for an account without a password: its OpenID Connect provider asks for the second factor.",
  }),
  canUsePasskeys: Type.Boolean({ description: "Whether the server's address allows passkeys." }),
  authenticatorSince: Nullable(dateTime("When the authenticator app was set up; `null` if there is none.")),
  recoveryCodesLeft: Type.Integer({ description: "How many recovery codes are unused." }),
  passkeys: Type.Array(Passkey),
});

export const AuthenticatorSetup = Type.Object({
  secret: Type.String({ description: "For apps that can't scan a QR code, in base32." }),
  uri: Type.String({ description: "The content of the QR code." }),
});
export const AuthenticatorCode = Type.Object({
  code: Type.String({ minLength: 6, maxLength: 10, description: "The six digits that the app shows." }),
});
const recoveryCodes = Type.Array(Type.String(), {
  description: "Each works once. They are shown only in this reply. Empty if the account has some already.",
});
export const RecoveryCodes = Type.Object({ recoveryCodes });
export const NewPasskey = Type.Object({ name: name(100, "The name of the passkey."), credential: NewCredential });
export const AddedPasskey = Type.Object({ passkey: Passkey, recoveryCodes });

const resetToken = Type.String({ minLength: 20, maxLength: 100, description: "The part of the link after the #." });
export const ResetRequest = Type.Object({ email });
export const ResetToken = Type.Object({ token: resetToken });
export const OpenReset = Type.Object({ email: Type.String({ description: "Email of the account." }) });
export const PasswordReset = Type.Object({ token: resetToken, newPassword });
export const CreatedReset = Type.Object({
  email: Type.String({ description: "Email of the member." }),
  link: Type.String({ description: "Works once. It is shown only in this reply." }),
  expiresAt: dateTime("When the link stops working."),
  isMailed: Type.Boolean({ description: "Whether the link is on its way to the member by mail." }),
});

const idleMinutesBounds = { minimum: 5, maximum: 43_200 };
const sessionHoursBounds = { minimum: 1, maximum: 720 };

const idleMinutes = Type.Unsafe<number | null>({
  type: ["integer", "null"],
  ...idleMinutesBounds,
  description: "After how many minutes without activity a session ends; `null` for never.",
});
const sessionHours = Type.Unsafe<number | null>({
  type: ["integer", "null"],
  ...sessionHoursBounds,
  description: "After how many hours a session ends in any case; `null` for 30 days.",
});

export const SignInRules = Type.Object({
  needsSecondFactor: Type.Boolean({ description: "Whether members need a second factor." }),
  idleMinutes,
  sessionHours,
});
export type SignInRules = Static<typeof SignInRules>;

export const SignInRulesState = Type.Object({
  ...SignInRules.properties,
  membersWithoutFactor: Type.Array(Type.Object({ name: Type.String(), email: Type.String() }), {
    description: "Members who haven't set up a second factor yet.",
  }),
});
