import { expect, test } from "vitest";
import { expiryBadge } from "./token-table.tsx";

const now = Date.parse("2026-03-10T12:00:00Z");
const expiring = (expiresAt: string | null) => expiryBadge({ expiresAt, revokedAt: null }, now);

test("a key that expires soon has a warning", () => {
  expect(expiring("2026-03-15T12:00:00Z")).toEqual({ text: "5 days left", tone: "warn" });
  expect(expiring("2026-03-11T11:00:00Z")).toEqual({ text: "1 day left", tone: "warn" });
  expect(expiring("2026-05-10T12:00:00Z")).toEqual({ text: "61 days left", tone: "ok" });
});

test("a key past its expiry is expired, and a key without an expiry never expires", () => {
  expect(expiring("2026-03-10T11:59:00Z")).toEqual({ text: "Expired", tone: "danger" });
  expect(expiring(null)).toEqual({ text: "Never", tone: "plain" });
});

test("a revoked key is shown as revoked, regardless of its expiry", () => {
  expect(expiryBadge({ expiresAt: null, revokedAt: "2026-03-01T00:00:00Z" }, now).text).toBe("Revoked");
});
