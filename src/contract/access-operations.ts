import Type from "typebox";
import {
  CreatedToken,
  NewAccessToken,
  OrganizationTokenList,
  ProjectMemberList,
  ProjectRoleChange,
  TokenList,
} from "./access-schemas.ts";
import { id, organizationId, projectId } from "./ids.ts";
import type { Operation } from "./operation.ts";

const inOrganization = Type.Object({ organizationId });
const inProject = Type.Object({ projectId });
const tokenId = id("ID of the token, not the token itself.");

/** Personal access tokens and the roles of members in projects. */
export const accessOperations = {
  listTokens: {
    method: "GET",
    path: "/v1/dashboard/tokens",
    summary: "List your personal access tokens",
    key: "session",
    reply: { status: 200, schema: TokenList },
  },
  createToken: {
    method: "POST",
    path: "/v1/dashboard/tokens",
    summary: "Create a personal access token",
    about: "The token is shown only in this reply.",
    key: "session",
    body: NewAccessToken,
    reply: { status: 201, schema: CreatedToken },
    hasStates: true,
  },
  revokeToken: {
    method: "POST",
    path: "/v1/dashboard/token/{tokenId}/revoke",
    summary: "Revoke one of your personal access tokens",
    about: "It stops working immediately.",
    key: "session",
    params: Type.Object({ tokenId }),
    reply: { status: 204 },
  },
  listOrganizationTokens: {
    method: "GET",
    path: "/v1/dashboard/organization/{organizationId}/tokens",
    summary: "List the personal access tokens that reach an organization",
    key: "session",
    role: "admin",
    params: inOrganization,
    reply: { status: 200, schema: OrganizationTokenList },
  },
  revokeOrganizationToken: {
    method: "POST",
    path: "/v1/dashboard/organization/{organizationId}/token/{tokenId}/revoke",
    summary: "Revoke a member's personal access token",
    about: "It stops working immediately, in all organizations of its owner.",
    key: "session",
    role: "admin",
    params: Type.Object({ organizationId, tokenId }),
    reply: { status: 204 },
  },
  listProjectMembers: {
    method: "GET",
    path: "/v1/dashboard/project/{projectId}/members",
    summary: "List the roles of members in a project",
    key: "session",
    role: "admin",
    params: inProject,
    reply: { status: 200, schema: ProjectMemberList },
  },
  setProjectRole: {
    method: "POST",
    path: "/v1/dashboard/project/{projectId}/member/{userId}/role",
    summary: "Set the role of a member in a project",
    key: "session",
    role: "admin",
    params: Type.Object({ projectId, userId: id("ID of the account.") }),
    body: ProjectRoleChange,
    reply: { status: 204 },
    hasStates: true,
  },
} as const satisfies Record<string, Operation>;

export type AccessOperations = typeof accessOperations;
