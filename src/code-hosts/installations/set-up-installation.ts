import type { FindRole } from "../../accounts/member-store.ts";
import type { Session } from "../../accounts/session-store.ts";
import { recordEntries } from "../../activity/audit/record-entries.ts";
import type { Transaction } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { ownCommand } from "../../platform/own-command.ts";
import type { Services } from "../../platform/services.ts";
import { hashToken, newToken } from "../../platform/tokens.ts";
import { connectInstallation } from "./connect-installation.ts";
import { findAppHome, type GithubAccess, listManagedInstallations } from "./github-access.ts";
import { insertSetup, type Setup, storeOffers, takeSetup } from "./setup-store.ts";
import { findInstallation, type Offer } from "./store.ts";

export interface SetupDeps extends Pick<Services, "clock" | "database" | "log"> {
  /** The public address of this server. */
  url: string;
  github?: GithubAccess | undefined;
  findRole: FindRole;
}

/** The request with which GitHub sends the browser back. */
interface SetupCallback {
  state: string;
  code: string;
  installationId: number;
  /** The client's IP address. */
  address: string;
}

/** How a setup ended. The dashboard explains the outcome. */
export type SetupOutcome = "connected" | "choose" | "none" | "taken" | "expired" | "refused";

/** The callback URL that operators enter in the app's settings on GitHub. */
export const setupCallbackPath = "/dashboard/auth/github/callback";

const setupMilliseconds = 15 * 60_000;
const offersMilliseconds = 3_600_000;

/**
 * Returns the GitHub page on which the admin installs the app or, if it is installed already, only proves who they are.
 */
export async function startSetup(
  { database, clock, url, github }: SetupDeps,
  { isNew, ...visitor }: { organizationId: string; sessionId: string; isNew: boolean },
  signal: AbortSignal,
): Promise<string> {
  const client = github?.app.client;
  if (github === undefined || client === undefined) {
    throw new AppError(
      "conflict",
      `This server can't check who manages an installation: the operator has to set LECTERN_GITHUB_APP_CLIENT_ID and LECTERN_GITHUB_APP_CLIENT_SECRET, or run: ${ownCommand("installation assign")}.`,
    );
  }
  const [only, ...others] = github.origins;
  const home = isNew || others.length > 0 ? await findAppHome(github, clock, signal) : undefined;
  const state = newToken();
  const expiresAt = clock.now() + setupMilliseconds;
  await insertSetup(database.query, { ...visitor, stateHash: hashToken(state), expiresAt });
  if (isNew && home !== undefined) return `${home.installUrl}?${new URLSearchParams({ state })}`;
  const query = new URLSearchParams({ client_id: client.id, redirect_uri: `${url}${setupCallbackPath}`, state });
  return `${home?.host ?? only}/login/oauth/authorize?${query}`;
}

/**
 * Handles the return from GitHub. The state belongs to one session and can be used once. The installation ID in the
 * address can be made up, so it only selects among the installations that the person has proved to manage.
 */
export async function finishSetup(
  deps: SetupDeps,
  session: Session | undefined,
  query: SetupCallback,
  signal: AbortSignal,
): Promise<{ outcome: SetupOutcome; organizationId: string | undefined }> {
  const { database, clock, github } = deps;
  const setup = await takeSetup(database.query, hashToken(query.state), clock.now());
  if (github?.app.client === undefined || setup === undefined || setup.sessionId !== session?.id) {
    return { outcome: "expired", organizationId: undefined };
  }
  const { organizationId } = setup;
  if ((await deps.findRole(organizationId, session.userId)) !== "admin") {
    return { outcome: "refused", organizationId };
  }
  let offers: Offer[];
  try {
    offers = await proveInstallations(deps, github, query.code, signal);
  } catch (error) {
    deps.log.warn({ error: String(error), organizationId }, "could not check the installations of the GitHub App");
    return { outcome: "refused", organizationId };
  }
  const outcome = await database.transaction((tx) => settle(deps, tx, { setup, session, offers, query }));
  return { outcome, organizationId };
}

async function proveInstallations(
  { clock, url }: SetupDeps,
  github: GithubAccess,
  code: string,
  signal: AbortSignal,
): Promise<Offer[]> {
  const [only = "", ...others] = github.origins;
  const host = others.length > 0 ? (await findAppHome(github, clock, signal)).host : only;
  const request = { host, code, redirectUri: `${url}${setupCallbackPath}` };
  return listManagedInstallations(github, clock, request, signal);
}

/** Connects the installation if there is only one. Otherwise all of them are offered to the same session. */
async function settle(
  deps: SetupDeps,
  tx: Transaction,
  { setup, session, offers, query }: { setup: Setup; session: Session; offers: Offer[]; query: SetupCallback },
): Promise<SetupOutcome> {
  const { organizationId, stateHash } = setup;
  const free: Offer[] = [];
  for (const offer of offers) {
    if ((await findInstallation(tx, offer)) === undefined) free.push(offer);
  }
  const chosen = free.find(({ id }) => id === query.installationId) ?? (free.length === 1 ? free[0] : undefined);
  if (chosen === undefined) {
    await storeOffers(tx, stateHash, free, deps.clock.now() + offersMilliseconds);
    if (free.length > 0) return "choose";
    return offers.length > 0 ? "taken" : "none";
  }
  const { userId, email } = session;
  await connectInstallation(deps, tx, { ...chosen, organizationId, connectedBy: email });
  const { account, host } = chosen;
  await recordEntries(deps, tx, [organizationId], {
    actor: { kind: "member", id: userId, name: email },
    action: "connectInstallation",
    details: { account, host },
    projectId: null,
    address: query.address,
  });
  return "connected";
}
