import { listOrganizations } from "../../accounts/store.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { findInstallation, insertInstallation, type Offer } from "./store.ts";

interface ConnectRequest extends Offer {
  organizationId: string;
  connectedBy: string;
}

/** Connects an installation. If it is already connected to the same organization, nothing changes. */
export async function connectInstallation(
  { clock }: Pick<Services, "clock">,
  tx: Connection,
  request: ConnectRequest,
): Promise<void> {
  const isNew = await insertInstallation(tx, { ...request, createdAt: clock.now() });
  const existing = isNew ? undefined : await findInstallation(tx, request);
  if (existing !== undefined && existing.organizationId !== request.organizationId) {
    throw new AppError(
      "conflict",
      `The installation of ${request.account} is connected to another organization on this server; disconnect it there first.`,
    );
  }
}

/**
 * Whether the installation is connected to this organization. On a server with a single organization, it is connected
 * at first use, because it can't belong to anyone else.
 */
export async function isConnected(
  { database, clock }: Pick<Services, "clock" | "database">,
  organizationId: string,
  installation: Offer,
): Promise<boolean> {
  const found = await findInstallation(database.query, installation);
  if (found !== undefined) {
    return found.organizationId === organizationId;
  }
  return database.transaction(async (tx) => {
    const [first, ...others] = await listOrganizations(tx);
    if (first?.id !== organizationId || others.length > 0) {
      return false;
    }
    const connectedBy = "the only organization of this server";
    await connectInstallation({ clock }, tx, { ...installation, organizationId, connectedBy });
    return true;
  });
}
