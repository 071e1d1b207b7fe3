/** Second factors, unfinished sign-ins, reset links and the rules of organizations. */
export interface SignInTables {
  /** An app that shows one-time codes. */
  authenticators: {
    userId: string;
    /** 20 random bytes in base64url, sealed. */
    secret: string;
    /** The time step of the last accepted code; older codes are refused. */
    lastStep: number;
    /** Null until the first code was entered. */
    confirmedAt: number | null;
    createdAt: number;
  };
  recoveryCodes: {
    userId: string;
    /** SHA-256 of the code, base64url. */
    hash: string;
    usedAt: number | null;
  };
  passkeys: PasskeyRow;
  signInChallenges: SignInChallengeRow;
  passwordResets: PasswordResetRow;
  /** Organizations without a row use the defaults. */
  signInRules: {
    organizationId: string;
    needsSecondFactor: number;
    idleMinutes: number | null;
    sessionHours: number | null;
  };
}

export interface PasskeyRow {
  id: string;
  userId: string;
  /** Chosen by the authenticator, base64url. */
  credentialId: string;
  /** A COSE key, base64url. */
  publicKey: string;
  signCount: number;
  /** JSON of a list of strings. */
  transports: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
}

/** A sign-in that waits for its next step, or a passkey that is being added. */
export interface SignInChallengeRow {
  /** SHA-256 of the token in the cookie, base64url; for a new passkey, SHA-256 of the session's ID. */
  hash: string;
  purpose: "sign_in" | "second_factor" | "new_passkey";
  /** Null until a passkey identifies the person. */
  userId: string | null;
  /** The challenge for passkeys, base64url. Null once it was used. */
  challenge: string | null;
  expiresAt: number;
}

export interface PasswordResetRow {
  /** SHA-256 of the token in the link, base64url. */
  hash: string;
  /** The user. Each account has at most one open link. */
  userId: string;
  /** The account's email when the link was created. */
  email: string;
  /** The organization whose admin created the link; null for the operator, and for links that were mailed. */
  organizationId: string | null;
  createdAt: number;
  expiresAt: number;
}
