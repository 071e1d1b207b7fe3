import Type, { type Static } from "typebox";
import { dateTime, id, Nullable, name, Words } from "./schemas.ts";

/** Personal access tokens, project roles and branch rules. */

const scope = Words(["read", "write"], "`read` for lists, statuses and git fetch; `write` for changes and git push.");

export const AccessToken = Type.Object({
  id: id("ID of the token, not the token itself."),
  name: Type.String(),
  hint: Type.String({ description: "How the token begins and ends." }),
  scopes: Type.Array(Type.String()),
  organizationId: Nullable(
    Type.String({ description: "The only organization it works in; `null` for all organizations of its owner." }),
  ),
  createdAt: dateTime("When it was created."),
  expiresAt: dateTime("When it stops working."),
  lastUsedAt: Nullable(dateTime("Last use, to the minute. `null` if never used.")),
  lastUsedAddress: Nullable(Type.String({ description: "The IP address it was last used from." })),
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
  name: name(100, "What it is for."),
  scopes: Type.Array(scope, { minItems: 1, maxItems: 2, uniqueItems: true }),
  expiresInDays: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 365, default: 90, description: "Days until it stops working." }),
  ),
  organizationId: Type.Optional(
    Nullable(
      Type.String({ maxLength: 128, description: "The only organization it works in; all of yours without it." }),
    ),
  ),
});
export const CreatedToken = Type.Object({
  token: AccessToken,
  secret: Type.String({ description: "The token itself. It is shown only once: only its hash is stored." }),
});

const roleWord = Words(["viewer", "editor", "admin"], "A role.");
const projectRole = Words(
  ["none", "viewer", "editor", "admin"],
  "The member's role in the project. With `none`, the project is not visible to them.",
);
export const ProjectMemberList = Type.Object({
  members: Type.Array(
    Type.Object({
      userId: id("ID of the account."),
      name: Type.String(),
      email: Type.String(),
      role: projectRole,
      organizationRole: roleWord,
      isInherited: Type.Boolean({ description: "Whether the role is the one in the organization." }),
    }),
  ),
});
export const ProjectRoleChange = Type.Object({
  role: Words(
    ["inherit", "none", "viewer", "editor", "admin"],
    "The role in this project; `inherit` for the role in the organization.",
  ),
});

const ruleFields = {
  editorsPublish: Type.Boolean({
    description: "Whether editors may change protected branches; otherwise only admins.",
  }),
  forcePush: Type.Boolean({ description: "Whether pushes may rewrite or delete a protected branch." }),
  pullRequestsOnly: Type.Boolean({ description: "Whether protected branches change only through pull requests." }),
  requiredApprovals: Type.Integer({
    minimum: 0,
    maximum: 10,
    description: "How many people besides its author must approve a pull request before it can be merged.",
  }),
  otherBranches: Type.Array(Type.String({ minLength: 1, maxLength: 250 }), {
    maxItems: 50,
    description: "Branches that are protected besides the published one.",
  }),
};
export const BranchRules = Type.Object(ruleFields, {
  description: "What people may do to the published branch and other protected ones.",
});
/** What is left out stays as it is. */
export const BranchRulesChange = Type.Partial(Type.Object(ruleFields));
