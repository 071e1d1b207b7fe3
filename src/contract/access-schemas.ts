import Type, { type Static } from "typebox";
import { dateTime, id, Nullable, name, Words } from "./schemas.ts";

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

export const TokenList = Type.Object({ tokens: Type.Array(AccessToken) });
export const OrganizationTokenList = Type.Object({
  tokens: Type.Array(
    Type.Object({
      ...AccessToken.properties,
      owner: Type.Object({ name: Type.String(), email: Type.String() }),
    }),
  ),
});
export const NewAccessToken = Type.Object({
  name: name(100),
  scopes: Type.Array(scope, { minItems: 1, maxItems: 2, uniqueItems: true }),
  expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: 90 })),
  organizationId: Type.Optional(Nullable(Type.String({ maxLength: 128 }))),
});
export const CreatedToken = Type.Object({
  token: AccessToken,
  secret: Type.String(),
});

const roleWord = Words(["viewer", "editor", "admin"]);
/** The member's role in the project. With `none`, the project is not visible to them. */
const projectRole = Words(["none", "viewer", "editor", "admin"]);
export const ProjectMemberList = Type.Object({
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
export const ProjectRoleChange = Type.Object({
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
