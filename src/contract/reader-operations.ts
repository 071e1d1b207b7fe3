import Type, { type Static } from "typebox";
import { get, post, project } from "./define-operation.ts";
import { dateTime, id, Nullable, NullableObject, Words } from "./schemas.ts";

/** Who may read a project's site, and the readers who have signed in. */

const method = Words(["password", "members", "server", "provider", "jwt", "mail"]);
const kind = Words(["public", "unlisted", "password", "members", "readers"]);
const previews = Words(["public", "members"]);
const label = Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" });
const claim = Type.String({ minLength: 1, maxLength: 200, pattern: "^\\S+$" });
const address = Type.String({ maxLength: 1_000, pattern: "^https?://[^\\s]+$" });
const group = Type.String({ minLength: 1, maxLength: 200 });

const ServerSignIn = Type.Object({ groupsClaim: claim });
const providerFields = {
  name: label,
  issuer: address,
  clientId: Type.String({ minLength: 1, maxLength: 500 }),
  groupsClaim: claim,
  /** Separated by spaces. */
  scopes: Type.String({ maxLength: 500, pattern: "^openid( [\\w:./-]+)*$" }),
};
const ProviderSignIn = Type.Object(providerFields);
const ProviderChange = Type.Object({
  ...providerFields,
  /** Keeps the stored one if left out. */
  clientSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
});
const keyKind = Words(["public_key", "jwks", "secret"]);
const JwtSignIn = Type.Object({
  name: label,
  loginUrl: address,
  /** `value` is `null` for a secret. */
  key: Type.Object({ kind: keyKind, value: Nullable(Type.String()) }),
});
const JwtChange = Type.Object({
  name: label,
  loginUrl: address,
  /** Keeps the stored secret if `value` is left out. */
  key: Type.Object({ kind: keyKind, value: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })) }),
});
const MailSignIn = Type.Object({
  /** Addresses, and domains such as `@example.com`. */
  allowed: Type.Array(Type.String({ minLength: 3, maxLength: 254, pattern: "^[^\\s@]*@[^\\s@]+$" }), {
    maxItems: 1_000,
  }),
  groups: Type.Array(group, { maxItems: 50 }),
});

export const SiteAccess = Type.Object({
  kind,
  previews,
  sessionHours: Type.Integer(),
  sessionHoursMax: Type.Integer(),
  /** The ways to sign in that the operator allows and the server is set up for. */
  usable: Type.Array(method),
  hasPassword: Type.Boolean(),
  /** The name of the server's provider. `null` if there is none. */
  serverProvider: Nullable(Type.String()),
  server: NullableObject(ServerSignIn),
  provider: NullableObject(ProviderSignIn),
  jwt: NullableObject(JwtSignIn),
  mail: NullableObject(MailSignIn),
  /** The redirect URI that the server's provider must allow. */
  callbackUrl: Type.String(),
  /** The redirect URI that the project's own provider must allow. Depends on its issuer and client ID. */
  providerCallbackUrl: Nullable(Type.String()),
  /** Where the product sends readers with a token. */
  jwtUrl: Type.String(),
});
export type SiteAccess = Static<typeof SiteAccess>;

export const SiteAccessChange = Type.Object({
  kind: Type.Optional(kind),
  previews: Type.Optional(previews),
  sessionHours: Type.Optional(Type.Integer({ minimum: 1, maximum: 8_760 })),
  password: Type.Optional(Type.String({ minLength: 10, maxLength: 128 })),
  /** `null` turns a way to sign in off. */
  server: Type.Optional(NullableObject(ServerSignIn)),
  provider: Type.Optional(NullableObject(ProviderChange)),
  jwt: Type.Optional(NullableObject(JwtChange)),
  mail: Type.Optional(NullableObject(MailSignIn)),
});
export type SiteAccessChange = Static<typeof SiteAccessChange>;

const ReaderSessionList = Type.Object({
  /** All of them; the list has only the newest ones. */
  count: Type.Integer(),
  sessions: Type.Array(
    Type.Object({
      id: id(),
      method: Words(["password", "members", "server", "provider", "jwt", "mail", "preview"]),
      /** The reader's email, or their ID in the method. Empty for a password. */
      reader: Type.String(),
      groups: Type.Array(Type.String()),
      createdAt: dateTime(),
      expiresAt: dateTime(),
    }),
  ),
});

const PreviewLink = Type.Object({
  id: id(),
  subdomain: Type.String(),
  createdBy: Type.String(),
  createdAt: dateTime(),
  expiresAt: dateTime(),
});

export const readerOperations = {
  getSiteAccess: get("admin", `${project}/site-access`, { reply: SiteAccess }),
  changeSiteAccess: post("admin", `${project}/site-access`, { body: SiteAccessChange, reply: SiteAccess }),
  listReaderSessions: get("admin", `${project}/reader-sessions`, { reply: ReaderSessionList }),
  endReaderSession: post("admin", `${project}/reader-session/{sessionId}/end`),
  endReaderSessions: post("admin", `${project}/reader-sessions/end`),
  listPreviewLinks: get("admin", `${project}/preview-links`, {
    reply: Type.Object({ links: Type.Array(PreviewLink) }),
  }),
  createPreviewLink: post("admin", `${project}/preview-links`, {
    body: Type.Object({
      branch: Type.String({ minLength: 1, maxLength: 250 }),
      days: Type.Integer({ minimum: 1, maximum: 90 }),
    }),
    created: Type.Object({ link: PreviewLink, url: Type.String() }),
  }),
  revokePreviewLink: post("admin", `${project}/preview-link/{linkId}/revoke`),
};
