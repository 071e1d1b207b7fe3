import { get, post } from "./dashboard-operation.ts";
import type { Limit, Operation } from "./operation.ts";
import { Me } from "./people-schemas.ts";
import {
  AddedPasskey,
  AuthenticatorCode,
  AuthenticatorSetup,
  CreatedReset,
  FinishedSignIn,
  IdentityProof,
  NewPasskey,
  OpenReset,
  PasskeyOptions,
  PasskeySignIn,
  PasswordReset,
  RecoveryCodes,
  ResetRequest,
  ResetToken,
  SecondFactor,
  SignInRules,
  SignInRulesState,
} from "./sign-in-schemas.ts";

// Each call stores a challenge.
const challenges: readonly Limit[] = [{ name: "passkey-challenges", by: "address", max: 60, windowSeconds: 600 }];
// Each call may send a mail.
const resets: readonly Limit[] = [{ name: "password-resets", by: "address", max: 20, windowSeconds: 900 }];

/** The steps of signing in, second factors, reset links and the sign-in rules of organizations. */
export const signInOperations = {
  startPasskeySignIn: post("guest", "/sign-in/passkey", {
    body: PasskeySignIn,
    reply: PasskeyOptions,
    limits: challenges,
  }),
  finishSignIn: post("guest", "/sign-in/finish", { body: FinishedSignIn, reply: Me, slowsGuesses: true }),
  requestPasswordReset: post("guest", "/password-reset/request", { body: ResetRequest, limits: resets }),
  readResetLink: post("guest", "/password-reset", { body: ResetToken, reply: OpenReset, slowsGuesses: true }),
  resetPassword: post("guest", "/password-reset/finish", { body: PasswordReset, slowsGuesses: true }),
  getSecondFactor: get("session", "/second-factor", { reply: SecondFactor }),
  startAuthenticator: post("session", "/authenticator/start", {
    body: IdentityProof,
    reply: AuthenticatorSetup,
    slowsGuesses: true,
    hasStates: true,
  }),
  confirmAuthenticator: post("session", "/authenticator/confirm", {
    body: AuthenticatorCode,
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
  addPasskey: post("session", "/passkeys", { body: NewPasskey, created: AddedPasskey, hasStates: true }),
  removePasskey: post("session", "/passkey/{passkeyId}/remove", { body: IdentityProof, slowsGuesses: true }),
  createResetLink: post("admin", "/organization/{organizationId}/member/{userId}/reset-link", {
    created: CreatedReset,
    hasStates: true,
  }),
  getSignInRules: get("admin", "/organization/{organizationId}/sign-in-rules", { reply: SignInRulesState }),
  changeSignInRules: post("admin", "/organization/{organizationId}/sign-in-rules", {
    body: SignInRules,
    reply: SignInRulesState,
    hasStates: true,
  }),
} as const satisfies Record<string, Operation>;
