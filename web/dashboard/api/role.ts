import type { Answer } from "./client.ts";

export type Organization = Answer<"getMe">["organizations"][number];
export type Role = Organization["role"];

const rank: Record<Role, number> = { viewer: 0, editor: 1, admin: 2 };

/** Whether a role is sufficient. The server enforces this; the dashboard only hides what it would refuse. */
export function mayAct(role: Role, needed: Role): boolean {
  return rank[role] >= rank[needed];
}
