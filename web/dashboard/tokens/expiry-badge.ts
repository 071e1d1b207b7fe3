import type { BadgeTone } from "../ui/badge.tsx";

const day = 86_400_000;
const soonDays = 7;

/** Says when a key expires, and how urgent that is. */
export function expiryBadge(
  { expiresAt, revokedAt }: { expiresAt: string | null; revokedAt: string | null },
  now: number,
): { text: string; tone: BadgeTone } {
  if (revokedAt !== null) {
    return { text: "Revoked", tone: "danger" };
  }
  if (expiresAt === null) {
    return { text: "Never", tone: "plain" };
  }
  const days = Math.ceil((Date.parse(expiresAt) - now) / day);
  if (days <= 0) {
    return { text: "Expired", tone: "danger" };
  }
  return { text: days === 1 ? "1 day left" : `${days} days left`, tone: days <= soonDays ? "warn" : "ok" };
}
