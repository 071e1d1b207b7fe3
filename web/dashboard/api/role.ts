import type { Answer } from "./client.ts";

export type Organization = Answer<"getMe">["organizations"][number];
export type Role = Organization["role"];

const rank: Record<Role, number> = { viewer: 0, editor: 1, admin: 2 };

/**
 * Whether a role is sufficient. The server enforces roles; the dashboard only hides actions that the server would
 * refuse.
 */
export function mayAct(role: Role, needed: Role): boolean {
  return rank[role] >= rank[needed];
}
