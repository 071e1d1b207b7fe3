import type { Connection } from "../../platform/db/database.ts";
import { insertOnce } from "../../platform/db/rows.ts";

/** Identifies an installation. IDs are unique on one host. */
interface InstallationName {
  /** The host's origin, such as `https://github.com`. */
  host: string;
  id: number;
}

/** An installation that an admin has proved to manage. */
export interface Offer extends InstallationName {
  /** The account on the host that the app is installed in. */
  account: string;
}

export interface Installation extends Offer {
  organizationId: string;
  /** The email of the person who connected it, `operator`, or a phrase if it was connected automatically. */
  connectedBy: string;
  createdAt: number;
}

export async function findInstallation(
  connection: Connection,
  { host, id }: InstallationName,
): Promise<Installation | undefined> {
  return selectInstallations(connection).where("host", "=", host).where("installationId", "=", id).executeTakeFirst();
}

/** The installations of one organization, or of all organizations. */
export async function listInstallations(connection: Connection, organizationId?: string): Promise<Installation[]> {
  const all = selectInstallations(connection).orderBy("account").orderBy("installationId");
  return (organizationId === undefined ? all : all.where("organizationId", "=", organizationId)).execute();
}

/** Returns false and changes nothing if the installation already belongs to an organization. */
export async function insertInstallation(
  tx: Connection,
  { host, id: installationId, account, organizationId, connectedBy, createdAt }: Installation,
): Promise<boolean> {
  const row = { host, installationId, account, organizationId, connectedBy, createdAt };
  return insertOnce(tx, "installations", ["host", "installationId"], row);
}

/** Returns the account, or undefined if the organization has no such installation. */
export async function deleteInstallation(
  tx: Connection,
  organizationId: string,
  { host, id }: InstallationName,
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom("installations")
    .where("organizationId", "=", organizationId)
    .where("host", "=", host)
    .where("installationId", "=", id)
    .returning("account")
    .executeTakeFirst();
  return row?.account;
}

function selectInstallations(connection: Connection) {
  return connection
    .selectFrom("installations")
    .select(["host", "installationId as id", "account", "organizationId", "connectedBy", "createdAt"]);
}
