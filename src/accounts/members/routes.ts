import { recordChange } from "../../activity/changes/store.ts";
import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { Role } from "../../contract/operation.ts";
import type { Handlers } from "../../http/call.ts";
import { isoTime } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { createOrganization } from "../create-organization.ts";
import { deleteInvitation, type Invitation, listInvitations } from "../invitation-store.ts";
import { invitationLink, invite, normalEmail, type SendInvitation } from "../invite.ts";
import {
  deleteMember,
  effectiveRole,
  insertMember,
  listMembers,
  listMemberships,
  lockMembers,
  type Member,
  updateMemberRole,
} from "../member-store.ts";
import { listManaged } from "../provider/sign-in-store.ts";
import { findOrganization, type Organization, renameOrganization } from "../store.ts";
import { deleteProjectRole, listRolesInProject, putProjectRole } from "./project-role-store.ts";

interface MemberRouteDeps extends Pick<Services, "clock" | "database"> {
  /** The public address of this server. */
  url: string;
  sendInvitation?: SendInvitation | undefined;
}

export function memberRoutes(deps: MemberRouteDeps) {
  const { database, clock, url } = deps;
  return {
    createOrganization: ({ principal: { user }, body, change, note }) =>
      change(async (tx) => {
        const memberships = await listMemberships(tx, user.id);
        if (!memberships.some(({ role }) => role === "admin")) {
          throw new AppError("forbidden", "Only an organization admin can create another organization.");
        }
        const organization = await createOrganization(deps, tx, body.name);
        const { id: organizationId, name } = organization;
        await insertMember(tx, { organizationId, userId: user.id, role: "admin" }, clock.now());
        note({ organizationId, name });
        return presentOrganization(organization);
      }),

    renameOrganization: ({ params, body, change, note }) =>
      change(async (tx) => {
        const name = body.name.trim();
        await renameOrganization(tx, params.organizationId, name);
        note({ name });
        const organization = await findOrganization(tx, params.organizationId);
        return presentOrganization(organization ?? { id: params.organizationId, name, createdAt: clock.now() });
      }),

    async listMembers({ params }) {
      const members = await listMembers(database.query, params.organizationId);
      const managed = await listManaged(database.query, params.organizationId);
      const present = (member: Member) => ({
        ...member,
        isManaged: managed.has(member.userId),
        createdAt: isoTime(member.createdAt),
      });
      return { members: members.map(present) };
    },

    changeMemberRole: ({ params, body, change, note }) =>
      change(async (tx) => {
        const { organizationId, userId } = params;
        const { email, role } = await getReplaceableMember(tx, organizationId, userId, body.role);
        if ((await listManaged(tx, organizationId)).has(userId)) {
          throw new AppError("conflict", "Single sign-on sets this member's role; change their group at the provider.");
        }
        await updateMemberRole(tx, organizationId, userId, body.role);
        note({ email, from: role, to: body.role });
      }),

    removeMember: ({ params, change, note }) =>
      change(async (tx) => {
        const { email } = await getReplaceableMember(tx, params.organizationId, params.userId, undefined);
        await deleteMember(tx, params.organizationId, params.userId);
        note({ email });
      }),

    async listProjectMembers({ principal, params }) {
      const members = await listMembers(database.query, principal.organizationId);
      const roles = await listRolesInProject(database.query, params.projectId);
      return {
        members: members.map(({ userId, name, email, role }) => ({
          userId,
          name,
          email,
          role: effectiveRole(role, roles.get(userId)),
          organizationRole: role,
          isInherited: role === "admin" || !roles.has(userId),
        })),
      };
    },

    setProjectRole: ({ principal: { organizationId }, params, body: { role }, change, note }) =>
      change(async (tx) => {
        // The lock keeps a member who is removed at the same time from leaving a project role behind.
        await lockMembers(tx, organizationId);
        const members = await listMembers(tx, organizationId);
        const member = members.find(({ userId }) => userId === params.userId);
        if (member === undefined) {
          throw new AppError("not_found", "Member not found in this organization.");
        }
        if (member.role === "admin") {
          throw new AppError("conflict", "Admins of the organization are admins of all its projects.");
        }
        const before = (await listRolesInProject(tx, params.projectId)).get(member.userId) ?? "inherit";
        if (role === "inherit") await deleteProjectRole(tx, params);
        else await putProjectRole(tx, params, role, clock.now());
        note({ email: member.email, from: before, to: role });
        // Recorded without a project, so that people who have just lost access to it are notified too.
        const changed = { organizationId, projectId: null, kind: "organization", subject: organizationId } as const;
        await recordChange(tx, changed, clock.now());
      }),

    async listInvitations({ params }) {
      const invitations = await listInvitations(database.query, params.organizationId, clock.now());
      return { invitations: invitations.map(presentInvitation) };
    },

    createInvitation: ({ principal: { user }, params: { organizationId }, body, change, note }) =>
      change(async (tx) => {
        const email = normalEmail(body.email);
        const members = await listMembers(tx, organizationId);
        if (members.some((member) => member.email === email)) {
          throw new AppError("conflict", `There is already a member with the email ${email}.`);
        }
        const request = { organizationId, email, role: body.role, invitedBy: user.id };
        const { invitation, token } = await invite(deps, tx, request);
        note({ invitationId: invitation.id, email, role: body.role });
        const presented = presentInvitation({ ...invitation, invitedBy: user.email });
        const link = invitationLink(url, token);
        const organization = (await findOrganization(tx, organizationId))?.name ?? "";
        const message = { ...invitation, email, organization, invitedBy: user.name, link };
        return { invitation: presented, link, isMailed: (await deps.sendInvitation?.(tx, message)) ?? false };
      }),

    withdrawInvitation: ({ params, change, note }) =>
      change(async (tx) => {
        const email = await deleteInvitation(tx, params.organizationId, params.invitationId);
        if (email === undefined) {
          throw new AppError("not_found", "Invitation not found; it was accepted, withdrawn or has expired.");
        }
        note({ email });
      }),
  } satisfies Partial<Handlers<DashboardOperations>>;
}

/** An organization always keeps an admin. */
async function getReplaceableMember(tx: Connection, organizationId: string, userId: string, newRole: Role | undefined) {
  // If two admins remove each other at once, the second transaction waits here and then finds only one admin.
  await lockMembers(tx, organizationId);
  const members = await listMembers(tx, organizationId);
  const member = members.find((candidate) => candidate.userId === userId);
  if (member === undefined) {
    throw new AppError("not_found", "Member not found in this organization.");
  }
  const others = members.filter((other) => other.role === "admin" && other.userId !== userId);
  if (member.role === "admin" && newRole !== "admin" && others.length === 0) {
    throw new AppError("conflict", "This is the organization's only admin; make another member an admin first.");
  }
  return member;
}

function presentOrganization({ id, name, createdAt }: Organization) {
  return { id, name, createdAt: isoTime(createdAt) };
}

function presentInvitation({ id, email, role, invitedBy, createdAt, expiresAt }: Invitation) {
  return { id, email, role, invitedBy, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
}
