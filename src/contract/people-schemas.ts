import Type, { type Static } from "typebox";
import { dateTime, id, Nullable, name, Words } from "./schemas.ts";

/** Accounts, organizations and their members as the dashboard sees them. */

export const email = Type.String({ minLength: 3, maxLength: 254, pattern: "^[^\\s@]+@[^\\s@]+$" });
const passwordMinLength = 10;
export const newPassword = Type.String({ minLength: passwordMinLength, maxLength: 128 });
const token = Type.String({ minLength: 20, maxLength: 100 });

const roles = ["viewer", "editor", "admin"] as const;
const roleWord = Words(roles);

export const SignInOptions = Type.Object({
  /** The name of the OpenID Connect provider; `null` if there is none. */
  provider: Nullable(Type.String()),
  canUsePasskeys: Type.Boolean(),
  sendsResetLinks: Type.Boolean(),
});

export const Credentials = Type.Object({
  email,
  password: Type.String({ minLength: 1, maxLength: 128 }),
});

export const ProviderSignIn = Type.Object({
  returnTo: Type.Optional(Type.String({ maxLength: 1_000, pattern: "^/dashboard(?:[/?#][^\\\\\\s]*)?$" })),
});
export const ProviderAddress = Type.Object({ url: Type.String() });

export const InvitationToken = Type.Object({ token });
export const OpenInvitation = Type.Object({
  organization: Type.String(),
  role: roleWord,
  /** Email address of the invited person. `null` if anyone with the link can join. */
  email: Nullable(Type.String()),
  hasAccount: Type.Boolean(),
});
export const NewAccount = Type.Object({ token, name: name(100), email, password: newPassword });

export const Me = Type.Object({
  user: Type.Object({
    id: id(),
    name: Type.String(),
    email: Type.String(),
    isServerAdmin: Type.Boolean(),
    hasPassword: Type.Boolean(),
  }),
  organizations: Type.Array(
    Type.Object({
      id: id(),
      name: Type.String(),
      role: roleWord,
      needsSecondFactor: Type.Boolean(),
    }),
  ),
});
export type Me = Static<typeof Me>;

export const Profile = Type.Object({ name: name(100) });
export const PasswordChange = Type.Object({
  currentPassword: Type.String({ minLength: 1, maxLength: 128 }),
  newPassword,
});

export const SessionList = Type.Object({
  /** A session ends after this many minutes without activity; `null` for no limit. */
  idleMinutes: Type.Unsafe<number | null>({ type: ["integer", "null"] }),
  sessions: Type.Array(
    Type.Object({
      id: id(),
      isCurrent: Type.Boolean(),
      address: Type.String(),
      userAgent: Type.String(),
      createdAt: dateTime(),
      lastUsedAt: dateTime(),
      expiresAt: dateTime(),
    }),
  ),
});

export const OrganizationName = Type.Object({ name: name(100) });
export const Organization = Type.Object({
  id: id(),
  name: Type.String(),
  createdAt: dateTime(),
});

export const MemberList = Type.Object({
  members: Type.Array(
    Type.Object({
      userId: id(),
      name: Type.String(),
      email: Type.String(),
      role: roleWord,
      isManaged: Type.Boolean(),
      createdAt: dateTime(),
    }),
  ),
});
export const RoleChange = Type.Object({ role: roleWord });

const Invitation = Type.Object({
  id: id(),
  email: Nullable(Type.String()),
  role: roleWord,
  invitedBy: Nullable(Type.String()),
  createdAt: dateTime(),
  expiresAt: dateTime(),
});
export const InvitationList = Type.Object({ invitations: Type.Array(Invitation) });
export const NewInvitation = Type.Object({ email, role: roleWord });
export const CreatedInvitation = Type.Object({
  invitation: Invitation,
  link: Type.String(),
  isMailed: Type.Boolean(),
});

export const AuditPage = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: id(),
      at: dateTime(),
      actor: Type.Object({
        kind: Words(["member", "key", "operator", "guest"]),
        id: Type.String(),
        /** Email address of the member, name of the key, or `Command line (username)`. */
        name: Type.String(),
      }),
      action: Type.String(),
      /** The action in plain words: `Created job`. */
      label: Type.String(),
      projectId: Nullable(Type.String()),
      projectName: Nullable(Type.String()),
      /** The target of the action; `null` in entries of earlier versions. */
      target: Type.Union([
        Type.Object({
          /** Such as `job`, `pullRequest` or `member`. */
          kind: Type.String(),
          id: Type.String(),
          name: Type.String(),
        }),
        Type.Null(),
      ]),
      details: Type.Unsafe<Record<string, string>>({ type: "object", additionalProperties: { type: "string" } }),
      address: Type.String(),
    }),
  ),
  /** Pass this as `cursor` to get the next page. `null` on the last page. */
  nextCursor: Nullable(Type.String()),
});

const installationName = {
  /** Origin of the git host, such as `https://github.com`. */
  host: Type.String({ maxLength: 300 }),
  id: Type.Integer({ minimum: 1 }),
};
export const InstallationChoice = Type.Object(installationName);
export const NewInstallation = Type.Object({
  isNew: Type.Boolean(),
});
export const InstallationList = Type.Object({
  hasApp: Type.Boolean(),
  canConnect: Type.Boolean(),
  installations: Type.Array(
    Type.Object({
      ...installationName,
      account: Type.String(),
      connectedBy: Type.String(),
      createdAt: Type.String(),
    }),
  ),
  offers: Type.Array(Type.Object({ ...installationName, account: Type.String() })),
});
