import type { PendingSignIn, ProviderPerson } from "../../accounts/provider/openid-provider.ts";
import type { ProviderSettings, ServerSettings } from "../../platform/server-settings/server-settings.ts";
import type { Services } from "../../platform/services.ts";
import { findAccess } from "../../projects/access/store.ts";
import { issueCode, type Origin } from "./issue-code.ts";
import { callbackPath, ownCallbackPath } from "./provider-paths.ts";

export interface ProviderDeps extends Pick<Services, "clock" | "database" | "log" | "secrets"> {
  settings: ServerSettings;
  /** The public address of this server. */
  url: string;
}

/** Sealed in a cookie, so that only the browser that started the sign-in can finish it. */
interface State {
  origin: Origin;
  pending: PendingSignIn;
  expiresAt: number;
}

const purpose = "reader_oauth_state";
export const stateSeconds = 600;

/** The provider's page, and the state that the browser must return with. */
export async function startWithProvider(deps: ProviderDeps, origin: Origin): Promise<{ url: string; sealed: string }> {
  const { startAuthorization } = await import("../../accounts/provider/openid-provider.ts");
  const provider = await providerOf(deps, origin);
  const path = origin.method === "server" ? callbackPath : ownCallbackPath(provider.oidc);
  const { url, pending } = await startAuthorization(provider, `${deps.url}${path}`);
  const state: State = { origin, pending, expiresAt: deps.clock.now() + stateSeconds * 1_000 };
  return { url, sealed: deps.secrets.seal(JSON.stringify(state), purpose) };
}

/** Undefined if the state has expired, or was sealed by another server. */
export function openState({ secrets, clock }: ProviderDeps, sealed: string | undefined): State | undefined {
  try {
    const state: State | undefined = sealed && JSON.parse(secrets.open(sealed, purpose));
    return state !== undefined && state.expiresAt > clock.now() ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Handles the browser's return. The location leads to the site, with a code. */
export async function finishWithProvider(
  deps: ProviderDeps,
  { origin, pending }: State,
  callbackUrl: URL,
): Promise<{ location: string } | "failed"> {
  let person: ProviderPerson;
  try {
    const { finishAuthorization } = await import("../../accounts/provider/openid-provider.ts");
    person = await finishAuthorization(await providerOf(deps, origin), callbackUrl, pending, true);
  } catch (error) {
    // Logs only the message: the error's cause may contain codes and tokens.
    deps.log.warn({ error: String(error), projectId: origin.projectId }, "a reader could not sign in with a provider");
    return "failed";
  }
  const { subject, email, name, roles: groups } = person;
  const profile = { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
  const { method } = origin;
  return { location: await issueCode(deps, origin, { method, subject: email ?? subject, groups, profile }) };
}

/** Reads the settings again for each step, so that a changed provider ends the sign-ins of the one before. */
async function providerOf({ database, settings, secrets, clock }: ProviderDeps, { projectId, method }: Origin) {
  const access = await findAccess(database.query, projectId);
  const { server, provider } = access.settings;
  const oidc: (ProviderSettings & { scopes?: string }) | undefined =
    method === "server"
      ? withClaim(await settings.provider(), server?.groupsClaim)
      : provider === null
        ? undefined
        : {
            ...provider,
            clientSecret: secrets.open(provider.clientSecret),
            rolesClaim: provider.groupsClaim,
            isGuarded: true,
          };
  if (oidc === undefined) throw new Error("The provider of this sign-in was removed.");
  return { oidc, clock, fetch: settings.fetchFor(oidc) };
}

function withClaim(provider: ProviderSettings | undefined, groupsClaim: string | undefined) {
  return provider === undefined || groupsClaim === undefined ? undefined : { ...provider, rolesClaim: groupsClaim };
}
