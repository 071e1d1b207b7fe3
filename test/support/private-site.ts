import { hashPassword } from "../../src/accounts/password.ts";
import type { PreviewAccess } from "../../src/projects/access/access.ts";
import { type AccessKind, type AccessSettings, accessDefaults } from "../../src/projects/access/access.ts";
import { findAccess, saveAccess } from "../../src/projects/access/store.ts";
import type { Installation } from "./server.ts";

export const sitePassword = "open sesame please";

/** Changes who may read a project's site, as an operation would, without publishing it again. */
export async function setAccess(
  { node, clock }: Pick<Installation, "node" | "clock">,
  projectId: string,
  kind: AccessKind,
  { previews = "public", ...settings }: Partial<AccessSettings> & { previews?: PreviewAccess } = {},
): Promise<void> {
  const passwordHash = kind === "password" ? await hashPassword(sitePassword) : null;
  await node.database.transaction(async (tx) => {
    const before = await findAccess(tx, projectId);
    const all = { ...accessDefaults, passwordHash, ...settings };
    await saveAccess(tx, { ...before, kind, previews, settings: all, updatedAt: clock.now() });
  });
}
