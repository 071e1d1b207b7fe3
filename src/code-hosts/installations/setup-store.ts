import type { Connection } from "../../platform/db/database.ts";
import { insertRow, updateRows } from "../../platform/db/rows.ts";
import type { InstallationSetupRow } from "../../platform/db/tables.ts";
import type { Offer } from "./store.ts";

/** A setup that an admin has started here and continues on the host. */
export type Setup = Omit<InstallationSetupRow, "offers">;

export async function insertSetup(tx: Connection, setup: Setup): Promise<void> {
  await insertRow(tx, "installationSetups", { ...setup, offers: null });
}

/** Finds and deletes the setup, so that its state can't be used a second time. */
export async function takeSetup(tx: Connection, stateHash: string, now: number): Promise<Setup | undefined> {
  return tx
    .updateTable("installationSetups")
    .set({ offers: "[]" })
    .where("stateHash", "=", stateHash)
    .where("offers", "is", null)
    .where("expiresAt", ">", now)
    .returning(["stateHash", "organizationId", "sessionId", "expiresAt"])
    .executeTakeFirst();
}

/** Stores the installations that the admin has proved to manage, so that the same session can choose one. */
export async function storeOffers(tx: Connection, stateHash: string, offers: readonly Offer[], until: number) {
  await updateRows(tx, "installationSetups", { stateHash }, { offers: JSON.stringify(offers), expiresAt: until });
}

export async function listOffers(
  connection: Connection,
  { organizationId, sessionId }: Pick<Setup, "organizationId" | "sessionId">,
  now: number,
): Promise<Offer[]> {
  const rows = await connection
    .selectFrom("installationSetups")
    .select("offers")
    .where("organizationId", "=", organizationId)
    .where("sessionId", "=", sessionId)
    .where("expiresAt", ">", now)
    .execute();
  const offers = rows.flatMap((row): Offer[] => JSON.parse(row.offers ?? "[]"));
  return [...new Map(offers.map((offer) => [`${offer.host} ${offer.id}`, offer])).values()];
}
