import { isDeepStrictEqual } from "node:util";
import type { SiteAccessChange } from "../../contract/reader-operations.ts";
import { AppError } from "../../platform/errors.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { AccessSettings, JwtSettings, ReaderMethod, ReaderProvider } from "../../projects/access/access.ts";
import type { Access } from "../../projects/access/store.ts";
import { publicKey, secretKey } from "../jwt/token-keys.ts";
import { chosenMethods } from "../reader-methods.ts";

interface ChangeRules {
  secrets: Pick<Secrets, "seal">;
  usable: readonly ReaderMethod[];
  sessionHoursMax: number;
  now: number;
}

/** The access after a change. Throws if nobody could sign in with it. */
export function changedAccess(
  before: Access,
  { kind = before.kind, previews = before.previews, ...change }: Omit<SiteAccessChange, "password">,
  passwordHash: string | undefined,
  { secrets, usable, sessionHoursMax, now }: ChangeRules,
): Access {
  const { settings: old } = before;
  const { sessionHours = old.sessionHours, server = old.server, mail = old.mail, provider, jwt } = change;
  const settings: AccessSettings = {
    sessionHours: Math.min(sessionHours, sessionHoursMax),
    passwordHash: passwordHash ?? old.passwordHash,
    server,
    mail: mail === null ? null : { ...mail, allowed: mail.allowed.map((entry) => entry.trim().toLowerCase()) },
    provider: provider === undefined ? old.provider : provider && sealedProvider(secrets, provider, old.provider),
    jwt: jwt === undefined ? old.jwt : jwt && sealedJwt(secrets, jwt, old.jwt),
  };
  const ways = chosenMethods(kind, settings).filter((method) => usable.includes(method));
  if (kind === "password" && !(ways.includes("password") && settings.passwordHash !== null)) {
    throw new AppError(
      "bad_request",
      usable.includes("password")
        ? "Set a password first."
        : "The operator of this server doesn't allow passwords for sites.",
    );
  }
  if (kind === "members" && ways.length === 0) {
    throw new AppError("bad_request", "The operator of this server doesn't allow members to sign in to sites.");
  }
  if (kind === "readers" && ways.every((method) => method === "members")) {
    throw new AppError("bad_request", "Set up at least one way for readers to sign in.");
  }
  return { projectId: before.projectId, kind, previews, settings, updatedAt: now };
}

/** Whether readers must sign in again after this change. */
export function endsSessions(before: Access, after: Access): boolean {
  return before.kind !== after.kind || !isDeepStrictEqual(before.settings, after.settings);
}

function sealedProvider(
  secrets: Pick<Secrets, "seal">,
  { clientSecret, ...provider }: NonNullable<SiteAccessChange["provider"]>,
  old: ReaderProvider | null,
): ReaderProvider {
  requireUrl("issuer", provider.issuer);
  // A stored secret is never sent to another address than the one it was entered for.
  const kept = old?.issuer === provider.issuer ? old.clientSecret : undefined;
  const sealed = clientSecret === undefined ? kept : secrets.seal(clientSecret);
  if (sealed === undefined) throw new AppError("bad_request", "Enter the client secret of the provider.");
  return { ...provider, clientSecret: sealed };
}

function sealedJwt(
  secrets: Pick<Secrets, "seal">,
  { key, ...jwt }: NonNullable<SiteAccessChange["jwt"]>,
  old: JwtSettings | null,
): JwtSettings {
  requireUrl("login page", jwt.loginUrl);
  const kept = old?.key.kind === key.kind ? old.key.value : undefined;
  if (key.value === undefined) {
    if (kept === undefined) throw new AppError("bad_request", "Enter the key that tokens are checked with.");
    return { ...jwt, key: { kind: key.kind, value: kept } };
  }
  if (key.kind === "secret") {
    secretKey(key.value);
    return { ...jwt, key: { kind: key.kind, value: secrets.seal(key.value) } };
  }
  if (key.kind === "public_key") publicKey(key.value);
  else requireUrl("JWKS", key.value);
  return { ...jwt, key: { kind: key.kind, value: key.value.trim() } };
}

function requireUrl(name: string, address: string): void {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new AppError("bad_request", `The ${name} must be an address such as https://id.example.com.`);
  }
}
