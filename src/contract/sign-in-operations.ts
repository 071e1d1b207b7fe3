import Type, { type Static } from "typebox";
import { get, organization, post } from "./define-operation.ts";
import type { Limit } from "./operation.ts";
import { email, Me, newPassword } from "./people-operations.ts";
import { dateTime, id, Nullable, NullableInteger, name } from "./schemas.ts";

/** The steps of signing in, second factors, reset links and the rules of organizations. */

const base64url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: "^[\\w-]+$" });

const code = Type.String({ minLength: 6, maxLength: 40 });

/** Confirms the identity of the signed-in person again. */
export const IdentityProof = Type.Object({
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  code: Type.Optional(code),
});
export type IdentityProof = Static<typeof IdentityProof>;

const credentialFields = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: Type.Literal("public-key"),
};
const clientData = base64url(4_000);

/** Browsers send more about a passkey than is read. */
const loose = { additionalProperties: true };

export const NewCredential = Type.Object({
  ...credentialFields,
  response: Type.Object(
    {
      clientDataJSON: clientData,
      attestationObject: base64url(16_000),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
    },
    loose,
  ),
});
export type NewCredential = Static<typeof NewCredential>;

export const UsedCredential = Type.Object({
  ...credentialFields,
  response: Type.Object(
    {
      clientDataJSON: clientData,
      authenticatorData: base64url(4_000),
      signature: base64url(2_000),
      userHandle: Type.Optional(base64url(100)),
    },
    loose,
  ),
});
export type UsedCredential = Static<typeof UsedCredential>;

const PasskeyOptions = Type.Object({
  options: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
});

const Passkey = Type.Object({
  id: id(),
  name: Type.String(),
  createdAt: dateTime(),
  /** When the passkey was last used to sign in; `null` if never. */
  lastUsedAt: Nullable(dateTime()),
});

const SecondFactor = Type.Object({
  canHave: Type.Boolean(),
  canUsePasskeys: Type.Boolean(),
  /** When the authenticator app was set up; `null` if there is none. */
  authenticatorSince: Nullable(dateTime()),
  recoveryCodesLeft: Type.Integer(),
  passkeys: Type.Array(Passkey),
});

const recoveryCodes = Type.Array(Type.String());
const RecoveryCodes = Type.Object({ recoveryCodes });

const resetToken = Type.String({ minLength: 20, maxLength: 100 });
const CreatedReset = Type.Object({
  email: Type.String(),
  link: Type.String(),
  expiresAt: dateTime(),
  isMailed: Type.Boolean(),
});

/** A session ends after this many minutes without activity; `null` for no limit. */
const idleMinutes = NullableInteger({ minimum: 5, maximum: 43_200 });
/** A session ends after this many hours in any case; `null` for 30 days. */
const sessionHours = NullableInteger({ minimum: 1, maximum: 720 });

export const SignInRules = Type.Object({
  needsSecondFactor: Type.Boolean(),
  idleMinutes,
  sessionHours,
});
export type SignInRules = Static<typeof SignInRules>;

const SignInRulesState = Type.Object({
  ...SignInRules.properties,
  membersWithoutFactor: Type.Array(Type.Object({ name: Type.String(), email: Type.String() })),
});

// Each call stores a challenge.
const challenges: readonly Limit[] = [{ name: "passkey-challenges", by: "address", max: 60, windowSeconds: 600 }];
// Each call may send a mail.
const resets: readonly Limit[] = [{ name: "password-resets", by: "address", max: 20, windowSeconds: 900 }];

/** The steps of signing in, second factors, reset links and the sign-in rules of organizations. */
export const signInOperations = {
  startPasskeySignIn: post("guest", "/sign-in/passkey", {
    body: Type.Object({ isSecondFactor: Type.Boolean() }),
    reply: PasskeyOptions,
    limits: challenges,
  }),
  finishSignIn: post("guest", "/sign-in/finish", {
    body: Type.Object({ code: Type.Optional(code), credential: Type.Optional(UsedCredential) }),
    reply: Me,
    slowsGuesses: true,
  }),
  requestPasswordReset: post("guest", "/password-reset/request", { body: Type.Object({ email }), limits: resets }),
  readResetLink: post("guest", "/password-reset", {
    body: Type.Object({ token: resetToken }),
    reply: Type.Object({ email: Type.String() }),
    slowsGuesses: true,
  }),
  resetPassword: post("guest", "/password-reset/finish", {
    body: Type.Object({ token: resetToken, newPassword }),
    slowsGuesses: true,
  }),
  getSecondFactor: get("session", "/second-factor", { reply: SecondFactor }),
  startAuthenticator: post("session", "/authenticator/start", {
    body: IdentityProof,
    reply: Type.Object({ secret: Type.String(), uri: Type.String() }),
    slowsGuesses: true,
    hasStates: true,
  }),
  confirmAuthenticator: post("session", "/authenticator/confirm", {
    body: Type.Object({ code: Type.String({ minLength: 6, maxLength: 10 }) }),
    reply: RecoveryCodes,
    slowsGuesses: true,
    hasStates: true,
  }),
  removeAuthenticator: post("session", "/authenticator/remove", {
    body: IdentityProof,
    slowsGuesses: true,
    hasStates: true,
  }),
  renewRecoveryCodes: post("session", "/recovery-codes", {
    body: IdentityProof,
    reply: RecoveryCodes,
    slowsGuesses: true,
    hasStates: true,
  }),
  startPasskey: post("session", "/passkeys/start", {
    body: IdentityProof,
    reply: PasskeyOptions,
    slowsGuesses: true,
    hasStates: true,
  }),
  addPasskey: post("session", "/passkeys", {
    body: Type.Object({ name: name(100), credential: NewCredential }),
    created: Type.Object({ passkey: Passkey, recoveryCodes }),
    hasStates: true,
  }),
  removePasskey: post("session", "/passkey/{passkeyId}/remove", { body: IdentityProof, slowsGuesses: true }),
  createResetLink: post("admin", `${organization}/member/{userId}/reset-link`, {
    created: CreatedReset,
    hasStates: true,
  }),
  getSignInRules: get("admin", `${organization}/sign-in-rules`, { reply: SignInRulesState }),
  changeSignInRules: post("admin", `${organization}/sign-in-rules`, {
    body: SignInRules,
    reply: SignInRulesState,
    hasStates: true,
  }),
};
