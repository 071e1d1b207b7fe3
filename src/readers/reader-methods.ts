import type { Connection } from "../platform/db/database.ts";
import type { ServerSettings } from "../platform/server-settings/server-settings.ts";
import type { AccessKind, AccessSettings, ReaderMethod } from "../projects/access/access.ts";
import { type Access, findAccess } from "../projects/access/store.ts";
import { isPreview } from "../projects/sites/site-address.ts";
import type { SendReaderLink } from "./mail-link.ts";
import type { SignInChoice } from "./sign-in-page.ts";

export interface MethodDeps {
  /** The ways to sign in that the operator allows. */
  methods: readonly ReaderMethod[];
  settings: ServerSettings;
  /** Set if this server sends mail. */
  sendReaderLink?: SendReaderLink;
}

/** The ways to sign in that the operator allows and that this server is set up for. */
export async function usableMethods(deps: MethodDeps): Promise<ReaderMethod[]> {
  const hasProvider = (await deps.settings.provider()) !== undefined;
  return deps.methods.filter(
    (method) => (method !== "server" || hasProvider) && (method !== "mail" || deps.sendReaderLink !== undefined),
  );
}

/** The ways to sign in to a site, and its access. Previews are for members only. */
export async function findChoices(
  deps: MethodDeps,
  connection: Connection,
  site: { projectId: string; subdomain: string },
): Promise<{ access: Access; choices: SignInChoice[] }> {
  const access = await findAccess(connection, site.projectId);
  const chosen: ReaderMethod[] = isPreview(site) ? ["members"] : chosenMethods(access.kind, access.settings);
  const usable = await usableMethods(deps);
  const serverName = (await deps.settings.provider())?.name ?? "";
  const names: Partial<Record<ReaderMethod, string | undefined>> = {
    server: serverName,
    provider: access.settings.provider?.name,
    jwt: access.settings.jwt?.name,
  };
  const choices = chosen.filter((method) => usable.includes(method));
  return { access, choices: choices.map((method) => ({ method, name: names[method] ?? "" })) };
}

/** The ways to sign in that the project has chosen. Members of the organization can always sign in. */
export function chosenMethods(kind: AccessKind, settings: AccessSettings): ReaderMethod[] {
  const { passwordHash, server, provider, jwt, mail } = settings;
  switch (kind) {
    case "public":
    case "unlisted":
      return [];
    case "members":
      return ["members"];
    case "password":
      return passwordHash === null ? ["members"] : ["password", "members"];
    case "readers": {
      const set = { provider, server, jwt, mail };
      const ways = (["provider", "server", "jwt", "mail"] as const).filter((method) => set[method] !== null);
      return [...ways, "members"];
    }
  }
}
