import type { Operation, Role, Scope } from "../contract/operation.ts";
import { AppError } from "../platform/errors.ts";

const ranks: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, admin: 2 };

export function scopesOf(role: Role): readonly Scope[] {
  return role === "viewer" ? ["read"] : ["read", "write"];
}

export function checkRole(role: Role, operation: Pick<Operation, "role" | "scope">): void {
  const needed = operation.role ?? (operation.scope === "write" ? "editor" : "viewer");
  if (ranks[role] < ranks[needed]) {
    throw new AppError(
      "forbidden",
      `This requires the ${needed} role, and you are ${role} in this organization; ask an admin.`,
    );
  }
}
