import Type, { type Static } from "typebox";
import { dateTime, id, Nullable, name, Words } from "./schemas.ts";

/** Accounts, organizations and their members as the dashboard sees them. */

export const email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: "^[^\\s@]+@[^\\s@]+$",
  description: "Email address.",
});
const passwordMinLength = 10;
export const newPassword = Type.String({
  minLength: passwordMinLength,
  maxLength: 128,
  description: "The new password.",
});
const token = Type.String({ minLength: 20, maxLength: 100, description: "The part after # in the link." });

const roles = ["viewer", "editor", "admin"] as const;
const roleWord = Words(roles, "What a member may do: read; change the docs; or also keys, members and settings.");

export const SignInOptions = Type.Object({
  provider: Nullable(Type.String({ description: "The name of the OpenID Connect provider; `null` if there is none." })),
  canUsePasskeys: Type.Boolean({ description: "Whether the server's address allows passkeys." }),
  sendsResetLinks: Type.Boolean({ description: "Whether the server mails links that reset a password." }),
});

export const Credentials = Type.Object({
  email,
  password: Type.String({ minLength: 1, maxLength: 128, description: "The password." }),
});

export const ProviderSignIn = Type.Object({
  returnTo: Type.Optional(
    Type.String({
      maxLength: 1_000,
      pattern: "^/dashboard(?:[/?#][^\\\\\\s]*)?$",
      description: "The dashboard path to open afterwards.",
    }),
  ),
});
export const ProviderAddress = Type.Object({ url: Type.String({ description: "The URL to open in the browser." }) });

export const InvitationToken = Type.Object({ token });
export const OpenInvitation = Type.Object({
  organization: Type.String({ description: "The name of the organization." }),
  role: roleWord,
  email: Nullable(
    Type.String({ description: "Email address of the invited person. `null` if anyone with the link can join." }),
  ),
  hasAccount: Type.Boolean({ description: "Whether an account with this email address exists. If so, sign in first." }),
});
export const NewAccount = Type.Object({ token, name: name(100, "How others see you."), email, password: newPassword });

export const Me = Type.Object({
  user: Type.Object({
    id: id("ID of the account."),
    name: Type.String(),
    email: Type.String(),
    isServerAdmin: Type.Boolean({ description: "Whether they may change the settings of the server." }),
    hasPassword: Type.Boolean({
      description: "False for an account that only signs in with the OpenID Connect provider.",
    }),
  }),
  organizations: Type.Array(
    Type.Object({
      id: id("ID of the organization."),
      name: Type.String(),
      role: roleWord,
      needsSecondFactor: Type.Boolean({
        description: "Whether the account must set up a second factor before it can use the organization.",
      }),
    }),
  ),
});
export type Me = Static<typeof Me>;

export const Profile = Type.Object({ name: name(100, "How others see you.") });
export const PasswordChange = Type.Object({
  currentPassword: Type.String({ minLength: 1, maxLength: 128, description: "The current password." }),
  newPassword,
});

export const SessionList = Type.Object({
  idleMinutes: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    description: "After how many minutes without activity a session ends; `null` for never.",
  }),
  sessions: Type.Array(
    Type.Object({
      id: id("ID of the session."),
      isCurrent: Type.Boolean({ description: "Whether this request uses it." }),
      address: Type.String({ description: "The address it was started from." }),
      userAgent: Type.String({ description: "The browser it was started with." }),
      createdAt: dateTime("When it was started."),
      lastUsedAt: dateTime("When it was last used, to the minute."),
      expiresAt: dateTime("When it ends, unless it is used before then."),
    }),
  ),
});

export const OrganizationName = Type.Object({ name: name(100, "The name of the organization.") });
export const Organization = Type.Object({
  id: id("ID of the organization."),
  name: Type.String(),
  createdAt: dateTime("Creation time."),
});

export const MemberList = Type.Object({
  members: Type.Array(
    Type.Object({
      userId: id("ID of the account."),
      name: Type.String(),
      email: Type.String(),
      role: roleWord,
      isManaged: Type.Boolean({ description: "Whether single sign-on sets the role at each sign-in." }),
      createdAt: dateTime("When they joined."),
    }),
  ),
});
export const RoleChange = Type.Object({ role: roleWord });

const Invitation = Type.Object({
  id: id("ID of the invitation."),
  email: Nullable(Type.String({ description: "Email address of the invited person." })),
  role: roleWord,
  invitedBy: Nullable(Type.String({ description: "Email address of the member who sent the invitation." })),
  createdAt: dateTime("Time of the event."),
  expiresAt: dateTime("When the link stops working."),
});
export const InvitationList = Type.Object({ invitations: Type.Array(Invitation) });
export const NewInvitation = Type.Object({ email, role: roleWord });
export const CreatedInvitation = Type.Object({
  invitation: Invitation,
  link: Type.String({ description: "A link that works once. It is only shown once, because only its hash is stored." }),
  isMailed: Type.Boolean({ description: "Whether the link is on its way to the invited person by mail." }),
});

export const AuditPage = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: id("ID of the entry."),
      at: dateTime("Time of the event."),
      actor: Type.Object({
        kind: Words(
          ["member", "key", "operator", "guest"],
          "Who did it. An operator works at the command line; a guest has not signed in.",
        ),
        id: Type.String({ description: "ID of the account or key, or the operator's username on the machine." }),
        name: Type.String({
          description: "Email address of the member, name of the key, or `Command line (username)`.",
        }),
      }),
      action: Type.String({ description: "Name of the API operation." }),
      label: Type.String({ description: "What happened, in plain words: `Created job`." }),
      projectId: Nullable(Type.String({ description: "The project, if the action concerned one." })),
      projectName: Nullable(Type.String({ description: "The project's name at the time." })),
      target: Type.Union(
        [
          Type.Object({
            kind: Type.String({ description: "Such as `job`, `pullRequest` or `member`." }),
            id: Type.String({ description: "ID of the target; the number of a pull request; empty if it has none." }),
            name: Type.String({ description: "Its name at the time, such as the prompt of a job." }),
          }),
          Type.Null(),
        ],
        { description: "What it happened to; `null` in entries of earlier versions." },
      ),
      details: Type.Unsafe<Record<string, string>>({ type: "object", additionalProperties: { type: "string" } }),
      address: Type.String({ description: "IP address of the client." }),
    }),
  ),
  nextCursor: Nullable(
    Type.String({ description: "Pass this as `cursor` to get the next page. `null` on the last page." }),
  ),
});

const installationName = {
  host: Type.String({ maxLength: 300, description: "Origin of the git host, such as `https://github.com`." }),
  id: Type.Integer({ minimum: 1, description: "ID of the installation." }),
};
export const InstallationChoice = Type.Object(installationName);
export const NewInstallation = Type.Object({
  isNew: Type.Boolean({ description: "Whether to install the app. Otherwise GitHub only confirms your identity." }),
});
export const InstallationList = Type.Object({
  hasApp: Type.Boolean({ description: "Whether the server has a GitHub App." }),
  canConnect: Type.Boolean({
    description: "Whether admins can connect installations. Otherwise only the operator can.",
  }),
  installations: Type.Array(
    Type.Object({
      ...installationName,
      account: Type.String({ description: "The account on the host." }),
      connectedBy: Type.String({ description: "Who connected it." }),
      createdAt: Type.String({ description: "When it was connected." }),
    }),
  ),
  offers: Type.Array(
    Type.Object({ ...installationName, account: Type.String({ description: "The account on the host." }) }),
    {
      description: "Installations that aren't connected yet and that the signed-in person manages.",
    },
  ),
});
