import Type, { type Static } from "typebox";
import { dateTime, id, Nullable, name, Words } from "./schemas.ts";

/** Accounts, organizations and their members as the dashboard sees them. */

const email = Type.String({ minLength: 3, maxLength: 254, pattern: "^[^\\s@]+@[^\\s@]+$", description: "An address." });
const passwordMinLength = 10;
const newPassword = Type.String({ minLength: passwordMinLength, maxLength: 128, description: "The new password." });
const token = Type.String({ minLength: 20, maxLength: 100, description: "What stands after # in the link." });

const roles = ["viewer", "editor", "admin"] as const;
const roleWord = Words(roles, "What a member may do: read; change the docs; or also keys, members and settings.");

export const SignInOptions = Type.Object({
  provider: Nullable(Type.String({ description: "The name of the OpenID Connect provider; `null` if there is none." })),
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
      description: "Where to go on afterwards: a path of the dashboard.",
    }),
  ),
});
export const ProviderAddress = Type.Object({ url: Type.String({ description: "Where to send the browser." }) });

export const InvitationToken = Type.Object({ token });
export const OpenInvitation = Type.Object({
  organization: Type.String({ description: "The name of the organization." }),
  role: roleWord,
  email: Nullable(Type.String({ description: "Who is invited; `null` for whoever has the link." })),
  hasAccount: Type.Boolean({ description: "Whether there is an account with this email: then sign in first." }),
});
export const NewAccount = Type.Object({ token, name: name(100, "How others see you."), email, password: newPassword });

export const Me = Type.Object({
  user: Type.Object({
    id: id("ID of the account."),
    name: Type.String(),
    email: Type.String(),
    hasPassword: Type.Boolean({ description: "False for who only signs in with the OpenID Connect provider." }),
  }),
  organizations: Type.Array(Type.Object({ id: id("ID of the organization."), name: Type.String(), role: roleWord })),
});
export type Me = Static<typeof Me>;

export const Profile = Type.Object({ name: name(100, "How others see you.") });
export const PasswordChange = Type.Object({
  currentPassword: Type.String({ minLength: 1, maxLength: 128, description: "The password as it is." }),
  newPassword,
});

export const SessionList = Type.Object({
  sessions: Type.Array(
    Type.Object({
      id: id("ID of the session."),
      isCurrent: Type.Boolean({ description: "Whether it is the one that asks." }),
      address: Type.String({ description: "From where it was begun." }),
      userAgent: Type.String({ description: "The browser it was begun with." }),
      createdAt: dateTime("When it was begun."),
      expiresAt: dateTime("When it ends."),
    }),
  ),
});

export const OrganizationName = Type.Object({ name: name(100, "The name of the organization.") });
export const Organization = Type.Object({
  id: id("ID of the organization."),
  name: Type.String(),
  createdAt: dateTime("When it was made."),
});

export const MemberList = Type.Object({
  members: Type.Array(
    Type.Object({
      userId: id("ID of the account."),
      name: Type.String(),
      email: Type.String(),
      role: roleWord,
      createdAt: dateTime("When they joined."),
    }),
  ),
});
export const RoleChange = Type.Object({ role: roleWord });

const Invitation = Type.Object({
  id: id("ID of the invitation."),
  email: Nullable(Type.String({ description: "Who is invited." })),
  role: roleWord,
  invitedBy: Nullable(Type.String({ description: "Email of the member who did." })),
  createdAt: dateTime("When."),
  expiresAt: dateTime("When the link stops working."),
});
export const InvitationList = Type.Object({ invitations: Type.Array(Invitation) });
export const NewInvitation = Type.Object({ email, role: roleWord });
export const CreatedInvitation = Type.Object({
  invitation: Invitation,
  link: Type.String({ description: "Works once. It is shown this once: only its hash is stored." }),
});

export const AuditPage = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: id("ID of the entry."),
      at: dateTime("When."),
      actor: Type.Object({
        kind: Words(
          ["member", "key", "operator", "guest"],
          "Who did it. An operator works at the command line; a guest has not signed in.",
        ),
        id: Type.String({ description: "ID of the account or the key, or the operator's user name on the machine." }),
        name: Type.String({ description: "Email of the member, name of the key, or `Command line (user name)`." }),
      }),
      action: Type.String({ description: "The operation, by its name in the API." }),
      projectId: Nullable(Type.String({ description: "The project it was about, if it was about one." })),
      details: Type.Unsafe<Record<string, string>>({ type: "object", additionalProperties: { type: "string" } }),
      address: Type.String({ description: "From where." }),
    }),
  ),
  nextCursor: Nullable(Type.String({ description: "Pass it as `cursor` for the next page; `null` on the last one." })),
});

const installationName = {
  host: Type.String({ maxLength: 300, description: "The origin of the host, such as `https://github.com`." }),
  id: Type.Integer({ minimum: 1, description: "ID of the installation." }),
};
export const InstallationChoice = Type.Object(installationName);
export const NewInstallation = Type.Object({
  isNew: Type.Boolean({ description: "Whether to install the app; otherwise GitHub only confirms who you are." }),
});
export const InstallationList = Type.Object({
  hasApp: Type.Boolean({ description: "Whether the server has a GitHub App." }),
  canConnect: Type.Boolean({
    description: "Whether admins can connect installations; otherwise only the operator can.",
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
      description: "Not connected yet, and managed by the person who is signed in.",
    },
  ),
});
