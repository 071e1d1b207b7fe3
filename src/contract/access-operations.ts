import Type, { type Static } from "typebox";
import { get, organization, post, project } from "./define-operation.ts";
import { dateTime, id, Nullable, name, roleWord, Words } from "./schemas.ts";

/** Personal access tokens, project roles and branch rules. */

/** `read` for lists, statuses and git fetch; `write` for changes and git push. */
const scope = Words(["read", "write"]);

export const AccessToken = Type.Object({
  id: id(),
  name: Type.String(),
  hint: Type.String(),
  scopes: Type.Array(Type.String()),
  /** The only organization the token works in; `null` for all organizations of its owner. */
  organizationId: Nullable(Type.String()),
  createdAt: dateTime(),
  expiresAt: dateTime(),
  /** Last use, to the minute. `null` if the token was never used. */
  lastUsedAt: Nullable(dateTime()),
  lastUsedAddress: Nullable(Type.String()),
});
export type AccessToken = Static<typeof AccessToken>;

const OrganizationTokenList = Type.Object({
  tokens: Type.Array(
    Type.Object({
      ...AccessToken.properties,
      owner: Type.Object({ name: Type.String(), email: Type.String() }),
    }),
  ),
});
const NewAccessToken = Type.Object({
  name: name(100),
  scopes: Type.Array(scope, { minItems: 1, maxItems: 2, uniqueItems: true }),
  expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: 90 })),
  organizationId: Type.Optional(Nullable(Type.String({ maxLength: 128 }))),
});

/** The member's role in the project. With `none`, the project is not visible to them. */
const projectRole = Words(["none", "viewer", "editor", "admin"]);
const ProjectMemberList = Type.Object({
  members: Type.Array(
    Type.Object({
      userId: id(),
      name: Type.String(),
      email: Type.String(),
      role: projectRole,
      organizationRole: roleWord,
      isInherited: Type.Boolean(),
    }),
  ),
});
const ProjectRoleChange = Type.Object({
  /** The role in this project; `inherit` to use the role in the organization. */
  role: Words(["inherit", "none", "viewer", "editor", "admin"]),
});

const ruleFields = {
  editorsPublish: Type.Boolean(),
  forcePush: Type.Boolean(),
  pullRequestsOnly: Type.Boolean(),
  requiredApprovals: Type.Integer({ minimum: 0, maximum: 10 }),
  otherBranches: Type.Array(Type.String({ minLength: 1, maxLength: 250 }), { maxItems: 50 }),
};
export const BranchRules = Type.Object(ruleFields);
/** Omitted fields stay unchanged. */
export const BranchRulesChange = Type.Partial(Type.Object(ruleFields));

/** Personal access tokens and the roles of members in projects. */
export const accessOperations = {
  listTokens: get("session", "/tokens", { reply: Type.Object({ tokens: Type.Array(AccessToken) }) }),
  createToken: post("session", "/tokens", {
    body: NewAccessToken,
    created: Type.Object({ token: AccessToken, secret: Type.String() }),
    hasStates: true,
  }),
  revokeToken: post("session", "/token/{tokenId}/revoke"),
  listOrganizationTokens: get("admin", `${organization}/tokens`, { reply: OrganizationTokenList }),
  revokeOrganizationToken: post("admin", `${organization}/token/{tokenId}/revoke`),
  listProjectMembers: get("admin", `${project}/members`, { reply: ProjectMemberList }),
  setProjectRole: post("admin", `${project}/member/{userId}/role`, { body: ProjectRoleChange, hasStates: true }),
};

export type AccessOperations = typeof accessOperations;
