import {
  CreatedToken,
  NewAccessToken,
  OrganizationTokenList,
  ProjectMemberList,
  ProjectRoleChange,
  TokenList,
} from "./access-schemas.ts";
import { get, post } from "./dashboard-operation.ts";
import type { Operation } from "./operation.ts";

/** Personal access tokens and the roles of members in projects. */
export const accessOperations = {
  listTokens: get("session", "/tokens", { reply: TokenList }),
  createToken: post("session", "/tokens", { body: NewAccessToken, created: CreatedToken, hasStates: true }),
  revokeToken: post("session", "/token/{tokenId}/revoke"),
  listOrganizationTokens: get("admin", "/organization/{organizationId}/tokens", { reply: OrganizationTokenList }),
  revokeOrganizationToken: post("admin", "/organization/{organizationId}/token/{tokenId}/revoke"),
  listProjectMembers: get("admin", "/project/{projectId}/members", { reply: ProjectMemberList }),
  setProjectRole: post("admin", "/project/{projectId}/member/{userId}/role", {
    body: ProjectRoleChange,
    hasStates: true,
  }),
} as const satisfies Record<string, Operation>;

export type AccessOperations = typeof accessOperations;
