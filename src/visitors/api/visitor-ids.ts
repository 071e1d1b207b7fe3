import { createHmac, randomBytes } from "node:crypto";
import { dayOf } from "../../platform/clock.ts";
import type { Services } from "../../platform/services.ts";
import { openSalt } from "./store.ts";

const saltBytes = 32;
const idLength = 16;

export type VisitorIdOf = (visit: Visit) => Promise<string>;

interface Visit {
  projectId: string;
  address: string;
  userAgent: string;
  /** When the visitor was here; now by default. */
  at?: number;
}

/**
 * Visitor IDs are valid for one site and one day. They are hashes with a salt that is deleted soon after that day, so
 * visitors can't be identified later or followed across days or sites.
 */
export function createVisitorIds({ database, clock }: Pick<Services, "clock" | "database">): VisitorIdOf {
  let known: { day: string; salt: string } | undefined;
  return async ({ projectId, address, userAgent, at = clock.now() }) => {
    const day = dayOf(at);
    if (known?.day !== day) {
      const salt = await openSalt(database.query, day, randomBytes(saltBytes).toString("base64url"));
      known = { day, salt };
    }
    const visit = JSON.stringify([projectId, address, userAgent]);
    return createHmac("sha256", known.salt).update(visit).digest("base64url").slice(0, idLength);
  };
}
