import type { FastifyInstance } from "fastify";
import { findCurrentSession } from "../../accounts/middleware.ts";
import type { FindSession } from "../../accounts/session-store.ts";
import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { canonicalAddress } from "../../platform/address.ts";
import { isoTime } from "../../platform/clock.ts";
import { AppError } from "../../platform/errors.ts";
import { CodeHostError } from "../code-host-error.ts";
import { connectInstallation } from "./connect-installation.ts";
import { finishSetup, type SetupDeps, setupCallbackPath, startSetup } from "./set-up-installation.ts";
import { listOffers } from "./setup-store.ts";
import { deleteInstallation, findInstallation, listInstallations } from "./store.ts";

export interface InstallationRouteDeps extends SetupDeps {
  findSession: FindSession;
}

export function installationRoutes(deps: InstallationRouteDeps) {
  const { database, clock, github } = deps;
  return {
    async listInstallations({ principal: { user }, params: { organizationId } }) {
      const installations = await listInstallations(database.query, organizationId);
      const session = { organizationId, sessionId: user.sessionId };
      const offers = (await listOffers(database.query, session, clock.now())).map(async (offer) =>
        (await findInstallation(database.query, offer)) === undefined ? [offer] : [],
      );
      return {
        hasApp: github !== undefined,
        canConnect: github?.app.client !== undefined,
        installations: installations.map(({ organizationId: _organizationId, createdAt, ...installation }) => ({
          ...installation,
          createdAt: isoTime(createdAt),
        })),
        offers: (await Promise.all(offers)).flat(),
      };
    },

    async startInstallation({ principal: { user }, params: { organizationId }, body, signal }) {
      const visitor = { organizationId, sessionId: user.sessionId, isNew: body.isNew };
      return { url: await startSetup(deps, visitor, signal).catch(rethrowHostError) };
    },

    connectInstallation: ({ principal: { user }, params: { organizationId }, body, change, note }) =>
      change(async (tx) => {
        const session = { organizationId, sessionId: user.sessionId };
        const offers = await listOffers(tx, session, clock.now());
        const existing = await findInstallation(tx, body);
        const offer =
          offers.find(({ host, id }) => host === body.host && id === body.id) ??
          (existing?.organizationId === organizationId ? existing : undefined);
        if (offer === undefined) {
          throw new AppError("not_found", "Sign in to GitHub first to prove that you manage this installation.");
        }
        await connectInstallation(deps, tx, { ...offer, organizationId, connectedBy: user.email });
        note({ account: offer.account, host: offer.host });
      }),

    disconnectInstallation: ({ params: { organizationId }, body, change, note }) =>
      change(async (tx) => {
        const account = await deleteInstallation(tx, organizationId, body);
        if (account === undefined) {
          throw new AppError("not_found", "Installation not found in this organization.");
        }
        note({ account, host: body.host });
      }),
  } satisfies Partial<Handlers<DashboardOperations>>;
}

/** The route to which GitHub sends the browser back. */
export function setupCallbackRoute(http: FastifyInstance, deps: InstallationRouteDeps): void {
  http.get(setupCallbackPath, async (request, reply) => {
    const { searchParams } = new URL(request.url, deps.url);
    const session = await findCurrentSession(deps, request);
    const query = {
      state: searchParams.get("state") ?? "",
      code: searchParams.get("code") ?? "",
      installationId: Number(searchParams.get("installation_id") ?? Number.NaN),
      address: canonicalAddress(request),
    };
    const signal = AbortSignal.timeout(setupSecondsMax * 1_000);
    const { outcome, organizationId } = await finishSetup(deps, session, query, signal);
    const place = organizationId === undefined ? "" : `/${organizationId}/-/settings?tab=github&outcome=${outcome}`;
    return reply.header("cache-control", "no-store").redirect(`${deps.url}/dashboard${place}`, 302);
  });
}

const setupSecondsMax = 60;

/** Translates an error of the host, which isn't an internal error of this server. */
function rethrowHostError(error: unknown): never {
  if (!(error instanceof CodeHostError)) throw error;
  throw new AppError("unavailable", `Couldn't ask GitHub about the app. ${error.message}`, { cause: error });
}
