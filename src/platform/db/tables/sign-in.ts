/** Second factors, unfinished sign-ins, reset links and the rules of organizations. */
export interface SignInTables {
  authenticators: AuthenticatorRow;
  recovery_codes: RecoveryCodeRow;
  passkeys: PasskeyRow;
  sign_in_challenges: SignInChallengeRow;
  password_resets: PasswordResetRow;
  sign_in_rules: SignInRulesRow;
}

/** An app that shows one-time codes. */
interface AuthenticatorRow {
  user_id: string;
  /** 20 random bytes in base64url, sealed. */
  secret: string;
  /** The time step of the last accepted code; older codes are refused. */
  last_step: number;
  /** Null until the first code was entered. */
  confirmed_at: number | null;
  created_at: number;
}

interface RecoveryCodeRow {
  user_id: string;
  /** SHA-256 of the code, base64url. */
  hash: string;
  used_at: number | null;
}

export interface PasskeyRow {
  id: string;
  user_id: string;
  /** Chosen by the authenticator, base64url. */
  credential_id: string;
  /** A COSE key, base64url. */
  public_key: string;
  sign_count: number;
  /** JSON of a list of strings. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** A sign-in that waits for its next step, or a passkey that is being added. */
export interface SignInChallengeRow {
  /** SHA-256 of the token in the cookie, base64url; for a new passkey, SHA-256 of the session's ID. */
  hash: string;
  purpose: "sign_in" | "second_factor" | "new_passkey";
  /** Null until a passkey identifies the person. */
  user_id: string | null;
  /** The challenge for passkeys, base64url. Null once it was used. */
  challenge: string | null;
  expires_at: number;
}

interface PasswordResetRow {
  /** SHA-256 of the token in the link, base64url. */
  hash: string;
  /** The user. Each account has at most one open link. */
  user_id: string;
  /** The account's email when the link was created. */
  email: string;
  /** The organization whose admin created the link; null for the operator, and for links that were mailed. */
  organization_id: string | null;
  created_at: number;
  expires_at: number;
}

/** Organizations without a row use the defaults. */
interface SignInRulesRow {
  organization_id: string;
  needs_second_factor: number;
  idle_minutes: number | null;
  session_hours: number | null;
}
