import { withoutHiddenCharacters } from "../../contract/name-rule.ts";
import { readCookie, setCookie } from "../../platform/cookies.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import type { ProviderSettings, ServerSettings } from "../../platform/server-settings/server-settings.ts";
import { normalEmail } from "../invite.ts";
import { findCurrentSession } from "../middleware.ts";
import type { FindSession } from "../session-store.ts";
import { type Client, recordForUser, type SignInDeps, startSession } from "../sign-in.ts";
import { findProviderUser, findUserById, insertProviderCredential, insertUser, type User } from "../user-store.ts";
import { mapRoles } from "./map-roles.ts";
import type { PendingSignIn, ProviderPerson } from "./openid-provider.ts";
import { listOrganizationSignIns } from "./sign-in-store.ts";

export interface ProviderSignInDeps extends SignInDeps {
  settings: ServerSettings;
  findSession: FindSession;
}

/** The redirect URI that operators register with their provider. */
export const callbackPath = "/dashboard/auth/oauth2/callback/oidc";

const dashboardPath = "/dashboard";

const pendingSeconds = 600;

/** Sealed in a cookie, so that only the browser that started the sign-in can finish it. */
interface SealedSignIn extends PendingSignIn {
  returnTo: string;
  expiresAt: number;
  /** The session that links its account, if one started the sign-in. */
  sessionId?: string;
}

/** Returns the provider's page, and the cookie that the browser must return with. */
export async function signInWithProvider(
  deps: ProviderSignInDeps,
  returnTo: string,
  sessionId?: string,
): Promise<{ url: string; cookie: string }> {
  const { settings, clock, secrets, log } = deps;
  const oidc = await settings.provider();
  if (oidc === undefined) {
    throw new AppError("not_found", "Single sign-on isn't set up. A server admin can set it up in the dashboard.");
  }
  const provider = { oidc, clock, fetch: settings.fetchFor(oidc) };
  const { startAuthorization } = await import("./openid-provider.ts");
  const { url, pending } = await startAuthorization(provider, `${deps.url}${callbackPath}`).catch((error: unknown) => {
    log.warn({ error: String(error) }, "could not reach the OpenID Connect provider");
    throw new AppError("unavailable", `${oidc.name} is not available; try again later.`, { cause: error });
  });
  const expiresAt = clock.now() + pendingSeconds * 1_000;
  const signIn: SealedSignIn = { ...pending, returnTo, expiresAt, ...(sessionId !== undefined && { sessionId }) };
  return { url, cookie: stateCookie(deps, secrets.seal(JSON.stringify(signIn), "oauth_state"), pendingSeconds) };
}

/** Handles the browser's return: starts a session, or adds the reason for the failure to the address. */
export async function finishProviderSignIn(
  deps: ProviderSignInDeps,
  request: { search: string; cookies: string | undefined },
  client: Client,
): Promise<{ location: string; cookies: string[] }> {
  const removedState = stateCookie(deps, "", 0);
  const { settings, clock, log, database } = deps;
  const oidc = await settings.provider();
  const signIn = openSignIn(deps, request.cookies);
  const refuse = (error: string) => {
    // Signing in another way still leads to the page that the person wanted to see.
    const search = new URLSearchParams({ error, to: signIn?.returnTo.slice(dashboardPath.length) ?? "" });
    return { location: `${deps.url}${dashboardPath}/sign-in?${search}`, cookies: [removedState] };
  };
  const session =
    signIn?.sessionId === undefined
      ? undefined
      : await findCurrentSession(deps, { headers: { cookie: request.cookies } });
  // Without HTTPS, a site on a sibling host can set the cookie of a sign-in that somebody else has started.
  if (oidc === undefined || signIn === undefined || signIn.sessionId !== session?.id) {
    return refuse("please_restart_the_process");
  }
  const callbackUrl = new URL(`${deps.url}${callbackPath}${request.search}`);
  const { finishAuthorization } = await import("./openid-provider.ts");
  let person: ProviderPerson;
  try {
    const needsRoles = (await listOrganizationSignIns(database.query)).some(({ mappings }) => mappings.length > 0);
    const provider = { oidc, clock, fetch: settings.fetchFor(oidc) };
    person = await finishAuthorization(provider, callbackUrl, signIn, needsRoles);
  } catch (error) {
    // Logs only the message: the error's cause may contain codes and tokens.
    log.warn({ error: String(error) }, "could not sign in with the OpenID Connect provider");
    return refuse(callbackUrl.searchParams.get("error") ?? "oauth_code_verification_failed");
  }
  const { email } = person;
  if (email === undefined) {
    return refuse("email_is_missing");
  }
  const cookie = await database.transaction(async (tx) => {
    const subject = subjectOf(oidc, person);
    const known = await findProviderUser(tx, subject);
    const user =
      session === undefined
        ? (known ?? (await createUser(deps, tx, { ...person, subject, email })))
        : await linkUser(deps, tx, { subject, userId: session.userId, known, address: client.address });
    if (user === undefined) return undefined;
    await mapRoles(deps, tx, user, person, client.address);
    return startSession(deps, tx, user, { ...client, providerAt: clock.now() });
  });
  return cookie === undefined
    ? refuse(session === undefined ? "account_not_linked" : "linked_to_another_account")
    : { location: signIn.returnTo, cookies: [cookie, removedState] };
}

/**
 * Undefined if the email already has an account. The two accounts are never merged: nobody verified the email of an
 * invited account, so the account at the provider may belong to someone else.
 */
async function createUser({ clock }: ProviderSignInDeps, tx: Connection, person: ProviderPerson & { email: string }) {
  const { subject, isEmailVerified, email, name = email } = person;
  const shown = withoutHiddenCharacters(name).trim() || email;
  const user = { id: newId("usr", clock), email: normalEmail(email), name: shown };
  const credential = { id: newId("crd", clock), subject, isEmailVerified };
  return (await insertUser(tx, user, credential, clock.now())) ? user : undefined;
}

/**
 * Includes the issuer if the provider was set in the dashboard: such a provider can be replaced, and subjects are only
 * unique per issuer.
 */
function subjectOf({ issuer, isGuarded }: ProviderSettings, { subject }: ProviderPerson): string {
  return isGuarded ? `${issuer}#${subject}` : subject;
}

interface Link {
  subject: string;
  userId: string;
  /** The user who already signs in as this subject. */
  known: User | undefined;
  address: string;
}

/** Links the account at the provider to the session's user. The person has proved that both belong to them. */
async function linkUser(deps: ProviderSignInDeps, tx: Connection, { subject, userId, known, address }: Link) {
  if (known !== undefined) return known.id === userId ? known : undefined;
  const user = await findUserById(tx, userId);
  if (user === undefined) return undefined;
  await insertProviderCredential(tx, { id: newId("crd", deps.clock), userId, subject }, deps.clock.now());
  const actor = { kind: "member" as const, id: user.id, name: user.email };
  await recordForUser(deps, tx, user.id, { actor, action: "linkProvider", details: {}, address });
  return user;
}

function openSignIn(
  { secrets, clock, url }: ProviderSignInDeps,
  cookies: string | undefined,
): SealedSignIn | undefined {
  const sealed = readCookie(cookies, "oauth_state", url);
  try {
    const signIn: SealedSignIn | undefined = sealed && JSON.parse(secrets.open(sealed, "oauth_state"));
    return signIn !== undefined && signIn.expiresAt > clock.now() ? signIn : undefined;
  } catch {
    // Sealed by another server, or with a key that was removed later.
    return undefined;
  }
}

function stateCookie({ url }: ProviderSignInDeps, value: string, maxAgeSeconds: number): string {
  return setCookie("oauth_state", value, maxAgeSeconds, url);
}
