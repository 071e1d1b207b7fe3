import type { OidcSettings } from "../../platform/config.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import { readCookie, setCookie } from "../cookies.ts";
import { normalEmail } from "../invite.ts";
import { type Client, type SignInDeps, startSession } from "../sign-in.ts";
import { findProviderUser, insertUser, type User } from "../user-store.ts";
import type { PendingSignIn, ProviderPerson } from "./openid-provider.ts";

export interface ProviderSignInDeps extends SignInDeps {
  oidc: OidcSettings | undefined;
}

/** The redirect URI that operators register with their provider. */
export const callbackPath = "/dashboard/auth/oauth2/callback/oidc";

const dashboardPath = "/dashboard";

const pendingSeconds = 600;

/** Kept sealed in a cookie: only the browser that started the sign-in can finish it. */
interface SealedSignIn extends PendingSignIn {
  returnTo: string;
  expiresAt: number;
}

/** Returns the provider's page to go to, and the cookie that the browser must come back with. */
export async function signInWithProvider(
  deps: ProviderSignInDeps,
  returnTo: string,
): Promise<{ url: string; cookie: string }> {
  const { oidc, clock, secrets, log } = deps;
  if (oidc === undefined) {
    throw new AppError("not_found", "No OpenID Connect provider is set up; see LECTERN_OIDC_ISSUER.");
  }
  const { startAuthorization } = await import("./openid-provider.ts");
  const { url, pending } = await startAuthorization({ oidc, clock }, `${deps.url}${callbackPath}`).catch(
    (error: unknown) => {
      log.warn({ error: String(error) }, "could not reach the OpenID Connect provider");
      throw new AppError("unavailable", `${oidc.name} is not available; try again later.`, { cause: error });
    },
  );
  const signIn: SealedSignIn = { ...pending, returnTo, expiresAt: clock.now() + pendingSeconds * 1_000 };
  return { url, cookie: stateCookie(deps, secrets.seal(JSON.stringify(signIn)), pendingSeconds) };
}

/** Handles the browser's return: starts a session, or puts the reason why not into the address. */
export async function finishProviderSignIn(
  deps: ProviderSignInDeps,
  request: { search: string; cookies: string | undefined },
  client: Client,
): Promise<{ location: string; cookies: string[] }> {
  const removedState = stateCookie(deps, "", 0);
  const { oidc, clock, log, database } = deps;
  const signIn = openSignIn(deps, request.cookies);
  const refuse = (error: string) => {
    // Signing in another way still leads to the page that the browser came from.
    const search = new URLSearchParams({ error, to: signIn?.returnTo.slice(dashboardPath.length) ?? "" });
    return { location: `${deps.url}${dashboardPath}/sign-in?${search}`, cookies: [removedState] };
  };
  if (oidc === undefined || signIn === undefined) {
    return refuse("please_restart_the_process");
  }
  const callbackUrl = new URL(`${deps.url}${callbackPath}${request.search}`);
  const { finishAuthorization } = await import("./openid-provider.ts");
  let person: ProviderPerson;
  try {
    person = await finishAuthorization({ oidc, clock }, callbackUrl, signIn);
  } catch (error) {
    // The message alone: the error's cause may contain codes and tokens.
    log.warn({ error: String(error) }, "could not sign in with the OpenID Connect provider");
    return refuse(callbackUrl.searchParams.get("error") ?? "oauth_code_verification_failed");
  }
  const { email } = person;
  if (email === undefined) {
    return refuse("email_is_missing");
  }
  const cookie = await database.transaction(async (tx) => {
    const user = (await findProviderUser(tx, person.subject)) ?? (await createUser(deps, tx, { ...person, email }));
    return user && startSession(deps, tx, user, client);
  });
  return cookie === undefined
    ? refuse("account_not_linked")
    : { location: signIn.returnTo, cookies: [cookie, removedState] };
}

/**
 * Undefined if the email already has an account. The two are never joined: nobody verified the email of an invited account,
 * so the provider's account may be somebody else's.
 */
async function createUser(
  { clock }: ProviderSignInDeps,
  tx: Connection,
  person: ProviderPerson & { email: string },
): Promise<User | undefined> {
  const { subject, isEmailVerified, email, name = email } = person;
  const user = { id: newId("usr", clock), email: normalEmail(email), name };
  const credential = { id: newId("crd", clock), subject, isEmailVerified };
  return (await insertUser(tx, user, credential, clock.now())) ? user : undefined;
}

function openSignIn(
  { secrets, clock, url }: ProviderSignInDeps,
  cookies: string | undefined,
): SealedSignIn | undefined {
  const sealed = readCookie(cookies, "oauth_state", url.startsWith("https:"));
  try {
    const signIn: SealedSignIn | undefined = sealed && JSON.parse(secrets.open(sealed));
    return signIn !== undefined && signIn.expiresAt > clock.now() ? signIn : undefined;
  } catch {
    // Not sealed by this server, or with a key that was removed since.
    return undefined;
  }
}

function stateCookie({ url }: ProviderSignInDeps, value: string, maxAgeSeconds: number): string {
  return setCookie("oauth_state", value, maxAgeSeconds, url.startsWith("https:"));
}
