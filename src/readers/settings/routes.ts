import { hashPassword } from "../../accounts/password.ts";
import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { SiteAccess } from "../../contract/reader-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { dayMilliseconds, isoTime } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import type { PreviewLinkRow } from "../../platform/db/tables.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import type { Services } from "../../platform/services.ts";
import { hashToken, newToken } from "../../platform/tokens.ts";
import { isPrivate } from "../../projects/access/access.ts";
import { findAccess, saveAccess } from "../../projects/access/store.ts";
import { privateBelowPath } from "../../projects/change-project.ts";
import { getProject } from "../../projects/get-project.ts";
import { previewSubdomain } from "../../projects/sites/site-address.ts";
import { deleteCodes } from "../code-store.ts";
import { deletePreviewLink, insertPreviewLink, listPreviewLinks } from "../preview-link-store.ts";
import { callbackPath, ownCallbackPath } from "../provider/provider-paths.ts";
import { type MethodDeps, usableMethods } from "../reader-methods.ts";
import { jwtPaths, previewLinkPath } from "../reader-paths.ts";
import {
  countReaderSessions,
  deleteReaderSession,
  deleteReaderSessions,
  listReaderSessions,
} from "../session-store.ts";
import { changedAccess, endsSessions } from "./change-access.ts";

interface AccessRouteDeps extends Pick<Services, "clock" | "database" | "secrets">, MethodDeps {
  url: string;
  sessionHoursMax: number;
  siteUrl(subdomain: string): string;
  /** Publishes the site again, because its pages depend on who may read them. */
  onAccessChange(tx: Connection, projectId: string): Promise<void>;
}

const sessionsShown = 100;
const linksMax = 100;

/** Who may read a project's site. */
export function accessRoutes(deps: AccessRouteDeps) {
  const { database, clock, secrets, sessionHoursMax } = deps;
  const { query } = database;
  return {
    async getSiteAccess({ principal, params }) {
      const { id, domain } = await getProject(query, principal.organizationId, params.projectId);
      return present(deps, query, { id, domain });
    },

    async changeSiteAccess({ principal, params, body: { password, ...body }, change, note }) {
      const usable = await usableMethods(deps);
      const passwordHash = password === undefined ? undefined : await hashPassword(password);
      return change(async (tx) => {
        const { id, domain, basePath } = await getProject(tx, principal.organizationId, params.projectId);
        const before = await findAccess(tx, id);
        const rules = { secrets, usable, sessionHoursMax, now: clock.now() };
        const after = changedAccess(before, body, passwordHash, rules);
        if (basePath !== "" && isPrivate(after.kind)) throw new AppError("bad_request", privateBelowPath);
        await saveAccess(tx, after);
        if (endsSessions(before, after)) {
          await deleteReaderSessions(tx, id);
          await deleteCodes(tx, id);
        }
        if (before.kind !== after.kind) await deps.onAccessChange(tx, id);
        const changed = Object.keys(body).filter((name) => name !== "kind" && name !== "previews");
        note({
          ...(before.kind !== after.kind && { kind: after.kind }),
          ...(before.previews !== after.previews && { previews: after.previews }),
          ...(password !== undefined && { password: "changed" }),
          ...(changed.length > 0 && { signIn: changed.join(", ") }),
        });
        return present(deps, tx, { id, domain });
      });
    },

    async listReaderSessions({ principal, params }) {
      const { id: projectId } = await getProject(query, principal.organizationId, params.projectId);
      const now = clock.now();
      const rows = await listReaderSessions(query, projectId, { now, limit: sessionsShown });
      const sessions = rows.map(({ id, method, subject, profile, groups, createdAt, expiresAt }) => ({
        id,
        method,
        reader: readerName(method, subject, profile),
        groups: JSON.parse(groups) as string[],
        createdAt: isoTime(createdAt),
        expiresAt: isoTime(expiresAt),
      }));
      return { count: await countReaderSessions(query, projectId, now), sessions };
    },

    endReaderSession: ({ principal, params, change }) =>
      change(async (tx) => {
        const { id } = await getProject(tx, principal.organizationId, params.projectId);
        if (!(await deleteReaderSession(tx, id, params.sessionId))) {
          throw new AppError("not_found", "Session not found; it may have ended already.");
        }
      }),

    endReaderSessions: ({ principal, params, change }) =>
      change(async (tx) => {
        const { id } = await getProject(tx, principal.organizationId, params.projectId);
        await deleteReaderSessions(tx, id);
        await deleteCodes(tx, id);
      }),

    async listPreviewLinks({ principal, params }) {
      const { id } = await getProject(query, principal.organizationId, params.projectId);
      return { links: (await listPreviewLinks(query, id, clock.now())).map(presentLink) };
    },

    createPreviewLink: ({ principal, params, body, change, note }) =>
      change(async (tx) => {
        const { id: projectId, domain, branch } = await getProject(tx, principal.organizationId, params.projectId);
        if (body.branch === branch) {
          throw new AppError("bad_request", "Links are for previews of other branches, not for the site itself.");
        }
        const now = clock.now();
        if ((await listPreviewLinks(tx, projectId, now)).length >= linksMax) {
          throw new AppError("conflict", `This project has ${linksMax} preview links; revoke one first.`);
        }
        const token = newToken();
        const link: PreviewLinkRow = {
          id: newId("pvl", clock),
          tokenHash: hashToken(token),
          projectId,
          subdomain: previewSubdomain(body.branch, domain),
          createdBy: principal.user.email,
          createdAt: now,
          expiresAt: now + body.days * dayMilliseconds,
        };
        await insertPreviewLink(tx, link);
        note({ branch: body.branch, days: String(body.days) });
        return { link: presentLink(link), url: `${deps.siteUrl(link.subdomain)}${previewLinkPath}#${token}` };
      }),

    revokePreviewLink: ({ principal, params, change }) =>
      change(async (tx) => {
        const { id } = await getProject(tx, principal.organizationId, params.projectId);
        if (!(await deletePreviewLink(tx, id, params.linkId))) {
          throw new AppError("not_found", "Preview link not found; it may have been revoked already.");
        }
      }),
  } satisfies Partial<Handlers<DashboardOperations>>;
}

async function present(
  deps: AccessRouteDeps,
  connection: Connection,
  { id, domain }: { id: string; domain: string },
): Promise<SiteAccess> {
  const { kind, previews, settings } = await findAccess(connection, id);
  const { sessionHours, passwordHash, server, provider, jwt, mail } = settings;
  const { clientSecret: _clientSecret, ...shownProvider } = provider ?? { clientSecret: "" };
  const serverProvider = await deps.settings.provider();
  return {
    kind,
    previews,
    sessionHours: Math.min(sessionHours, deps.sessionHoursMax),
    sessionHoursMax: deps.sessionHoursMax,
    usable: await usableMethods(deps),
    hasPassword: passwordHash !== null,
    serverProvider: serverProvider?.name ?? null,
    server,
    provider: provider === null ? null : (shownProvider as NonNullable<SiteAccess["provider"]>),
    jwt: jwt === null ? null : { ...jwt, key: { ...jwt.key, value: jwt.key.kind === "secret" ? null : jwt.key.value } },
    mail: mail === null ? null : { allowed: [...mail.allowed], groups: [...mail.groups] },
    callbackUrl: `${deps.url}${callbackPath}`,
    providerCallbackUrl: provider && `${deps.url}${ownCallbackPath(provider)}`,
    jwtUrl: `${deps.siteUrl(domain)}${jwtPaths[1]}`,
  };
}

function readerName(method: string, subject: string, profile: string): string {
  const { email } = JSON.parse(profile) as { email?: string };
  return method === "preview" ? "" : (email ?? subject);
}

function presentLink({ id, subdomain, createdBy, createdAt, expiresAt }: PreviewLinkRow) {
  return { id, subdomain, createdBy, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
}
