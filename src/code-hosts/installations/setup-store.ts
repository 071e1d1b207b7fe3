import type { Connection } from "../../platform/db/database.ts";
import type { Offer } from "./store.ts";

/** A setup that an admin has started, which continues on the host. */
export interface Setup {
  stateHash: string;
  organizationId: string;
  sessionId: string;
  expiresAt: number;
}

export async function insertSetup(tx: Connection, setup: Setup): Promise<void> {
  await tx
    .insertInto("installation_setups")
    .values({
      state_hash: setup.stateHash,
      organization_id: setup.organizationId,
      session_id: setup.sessionId,
      offers: null,
      expires_at: setup.expiresAt,
    })
    .execute();
}

/** Finds and deletes the setup, so that its state can't be used a second time. */
export async function takeSetup(tx: Connection, stateHash: string, now: number): Promise<Setup | undefined> {
  return tx
    .updateTable("installation_setups")
    .set({ offers: "[]" })
    .where("state_hash", "=", stateHash)
    .where("offers", "is", null)
    .where("expires_at", ">", now)
    .returning([
      "state_hash as stateHash",
      "organization_id as organizationId",
      "session_id as sessionId",
      "expires_at as expiresAt",
    ])
    .executeTakeFirst();
}

/** Stores the installations that the admin has proved to manage, for the same session to choose from. */
export async function storeOffers(tx: Connection, stateHash: string, offers: readonly Offer[], until: number) {
  await tx
    .updateTable("installation_setups")
    .set({ offers: JSON.stringify(offers), expires_at: until })
    .where("state_hash", "=", stateHash)
    .execute();
}

export async function listOffers(
  connection: Connection,
  { organizationId, sessionId }: Pick<Setup, "organizationId" | "sessionId">,
  now: number,
): Promise<Offer[]> {
  const rows = await connection
    .selectFrom("installation_setups")
    .select("offers")
    .where("organization_id", "=", organizationId)
    .where("session_id", "=", sessionId)
    .where("expires_at", ">", now)
    .execute();
  const offers = rows.flatMap((row): Offer[] => JSON.parse(row.offers ?? "[]"));
  return [...new Map(offers.map((offer) => [`${offer.host} ${offer.id}`, offer])).values()];
}

export async function sweepSetups(connection: Connection, now: number): Promise<void> {
  await connection.deleteFrom("installation_setups").where("expires_at", "<=", now).execute();
}
