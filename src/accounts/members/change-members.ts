import type { Role } from "../../contract/operation.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { deleteMember, listMembers, lockMembers, type Member, updateMemberRole } from "../member-store.ts";

/** Gives a member another role. An organization always keeps an admin. */
export async function changeMemberRole(
  tx: Connection,
  organizationId: string,
  userId: string,
  role: Role,
): Promise<Member> {
  const member = await getReplaceable(tx, organizationId, userId, role);
  await updateMemberRole(tx, organizationId, userId, role);
  return member;
}

/** What they may see is gone with the next request they make. An organization always keeps an admin. */
export async function removeMember(tx: Connection, organizationId: string, userId: string): Promise<Member> {
  const member = await getReplaceable(tx, organizationId, userId, undefined);
  await deleteMember(tx, organizationId, userId);
  return member;
}

async function getReplaceable(
  tx: Connection,
  organizationId: string,
  userId: string,
  role: Role | undefined,
): Promise<Member> {
  // Of two admins who remove each other at once, the second waits here and then is told.
  await lockMembers(tx, organizationId);
  const members = await listMembers(tx, organizationId);
  const member = members.find((candidate) => candidate.userId === userId);
  if (member === undefined) {
    throw new AppError("not_found", "There is no such member in this organization.");
  }
  const others = members.filter((other) => other.role === "admin" && other.userId !== userId);
  if (member.role === "admin" && role !== "admin" && others.length === 0) {
    throw new AppError("conflict", "This is the only admin of the organization; make another member admin first.");
  }
  return member;
}
