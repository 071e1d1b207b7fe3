import Type, { type Static } from "typebox";
import { email, Me, newPassword } from "./people-schemas.ts";
import { dateTime, id, Nullable, name } from "./schemas.ts";

/** The steps of signing in, second factors, reset links and the rules of organizations. */

const base64url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: "^[\\w-]+$" });

const code = Type.String({ minLength: 6, maxLength: 40 });

/** Confirms the identity of the signed-in person again. */
export const IdentityProof = Type.Object({
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  code: Type.Optional(code),
});
export type IdentityProof = Static<typeof IdentityProof>;

export const SignInStep = Type.Object({
  me: Type.Optional(Me),
  /** Set instead of `me` if the sign-in needs a second step. Recovery codes are always accepted. */
  secondFactor: Type.Optional(
    Type.Object({
      hasAuthenticator: Type.Boolean(),
      hasPasskey: Type.Boolean(),
    }),
  ),
});

const credentialFields = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: Type.Literal("public-key"),
};
const clientData = base64url(4_000);

export const NewCredential = Type.Object({
  ...credentialFields,
  response: Type.Object({
    clientDataJSON: clientData,
    attestationObject: base64url(16_000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
});
export type NewCredential = Static<typeof NewCredential>;

export const UsedCredential = Type.Object({
  ...credentialFields,
  response: Type.Object({
    clientDataJSON: clientData,
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    userHandle: Type.Optional(base64url(100)),
  }),
});
export type UsedCredential = Static<typeof UsedCredential>;

const ceremonyOptions = Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true });

export const PasskeySignIn = Type.Object({
  isSecondFactor: Type.Boolean(),
});
export const PasskeyOptions = Type.Object({ options: ceremonyOptions });

export const FinishedSignIn = Type.Object({ code: Type.Optional(code), credential: Type.Optional(UsedCredential) });

const Passkey = Type.Object({
  id: id(),
  name: Type.String(),
  createdAt: dateTime(),
  /** When the passkey was last used to sign in; `null` if never. */
  lastUsedAt: Nullable(dateTime()),
});

export const SecondFactor = Type.Object({
  canHave: Type.Boolean(),
  canUsePasskeys: Type.Boolean(),
  /** When the authenticator app was set up; `null` if there is none. */
  authenticatorSince: Nullable(dateTime()),
  recoveryCodesLeft: Type.Integer(),
  passkeys: Type.Array(Passkey),
});

export const AuthenticatorSetup = Type.Object({
  secret: Type.String(),
  uri: Type.String(),
});
export const AuthenticatorCode = Type.Object({
  code: Type.String({ minLength: 6, maxLength: 10 }),
});
const recoveryCodes = Type.Array(Type.String());
export const RecoveryCodes = Type.Object({ recoveryCodes });
export const NewPasskey = Type.Object({ name: name(100), credential: NewCredential });
export const AddedPasskey = Type.Object({ passkey: Passkey, recoveryCodes });

const resetToken = Type.String({ minLength: 20, maxLength: 100 });
export const ResetRequest = Type.Object({ email });
export const ResetToken = Type.Object({ token: resetToken });
export const OpenReset = Type.Object({ email: Type.String() });
export const PasswordReset = Type.Object({ token: resetToken, newPassword });
export const CreatedReset = Type.Object({
  email: Type.String(),
  link: Type.String(),
  expiresAt: dateTime(),
  isMailed: Type.Boolean(),
});

const idleMinutesBounds = { minimum: 5, maximum: 43_200 };
const sessionHoursBounds = { minimum: 1, maximum: 720 };

/** A session ends after this many minutes without activity; `null` for no limit. */
const idleMinutes = Type.Unsafe<number | null>({
  type: ["integer", "null"],
  ...idleMinutesBounds,
});
/** A session ends after this many hours in any case; `null` for 30 days. */
const sessionHours = Type.Unsafe<number | null>({
  type: ["integer", "null"],
  ...sessionHoursBounds,
});

export const SignInRules = Type.Object({
  needsSecondFactor: Type.Boolean(),
  idleMinutes,
  sessionHours,
});
export type SignInRules = Static<typeof SignInRules>;

export const SignInRulesState = Type.Object({
  ...SignInRules.properties,
  membersWithoutFactor: Type.Array(Type.Object({ name: Type.String(), email: Type.String() })),
});
