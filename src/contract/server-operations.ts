import Type, { type Static } from "typebox";
import { TestResult } from "./audit-operations.ts";
import { get, organization, post } from "./define-operation.ts";
import { reasoningEfforts } from "./model-providers.ts";
import { ModelHealth, ModelTestResult } from "./model-schemas.ts";
import type { Limit } from "./operation.ts";
import { ProviderAddress } from "./people-operations.ts";
import { dateTime, Nullable, NullableWords, roleWord, Words } from "./schemas.ts";

/** Settings of the whole server, and how an organization uses single sign-on. */

const shortText = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const address = Type.String({ minLength: 8, maxLength: 1_000, pattern: "^https?://[^\\s]+$" });
const secret = Type.Optional(Type.String({ minLength: 1, maxLength: 4_000 }));

const origin = {
  source: Words(["environment", "dashboard", "none"]),
  setBy: Nullable(Type.String()),
  setAt: Nullable(dateTime()),
};

const ProviderShown = Type.Object({
  ...origin,
  issuer: Type.String(),
  clientId: Type.String(),
  name: Type.String(),
  rolesClaim: Type.String(),
  hasSecret: Type.Boolean(),
});
const ModelShown = Type.Object({
  ...origin,
  /** `provider/model`; empty if there is no model. */
  name: Type.String(),
  url: Type.String(),
  hasSecret: Type.Boolean(),
  reasoning: Words(reasoningEfforts),
  health: ModelHealth,
});
export type ModelShown = Static<typeof ModelShown>;

const MailShown = Type.Object({
  isSetUp: Type.Boolean(),
  server: Type.String(),
  encryption: Words(["implicit", "required", "off"]),
  user: Type.String(),
  from: Type.String(),
});
export type MailShown = Static<typeof MailShown>;

export const ServerSettingsShown = Type.Object({
  callbackUrl: Type.String(),
  provider: ProviderShown,
  model: ModelShown,
  embeddings: ModelShown,
  mail: MailShown,
});
export type ServerSettingsShown = Static<typeof ServerSettingsShown>;

export const ProviderChange = Type.Object({
  issuer: address,
  clientId: shortText(300),
  clientSecret: secret,
  name: shortText(60),
  rolesClaim: shortText(100),
});
export type ProviderChange = Static<typeof ProviderChange>;

const modelKinds = ["model", "embeddings"] as const;
export const ModelChange = Type.Object({
  kind: Words(modelKinds),
  /** `provider/model`, or any name together with an address. */
  name: shortText(200),
  url: Type.Optional(address),
  key: secret,
  reasoning: Type.Optional(Words(reasoningEfforts)),
});
export type ModelChange = Static<typeof ModelChange>;

const OrganizationSignInChange = Type.Object({
  requiresProvider: Type.Boolean(),
  /** Role of new people with a verified email in one of the domains; `null` for none. */
  defaultRole: NullableWords(["viewer", "editor", "admin"]),
  /** Email domains, such as `acme.com`. */
  emailDomains: Type.Array(
    Type.String({ minLength: 3, maxLength: 253, pattern: "^[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+$" }),
    { maxItems: 50 },
  ),
  mappings: Type.Array(Type.Object({ value: shortText(300), role: roleWord }), { maxItems: 100 }),
});
export const OrganizationSignInShown = Type.Object({
  ...OrganizationSignInChange.properties,
  /** The name of the provider; `null` if there is none. */
  provider: Nullable(Type.String()),
  rolesClaim: Type.String(),
  canMap: Type.Boolean(),
  hasSignedInWithProvider: Type.Boolean(),
  setBy: Nullable(Type.String()),
  setAt: Nullable(dateTime()),
});
export type OrganizationSignInShown = Static<typeof OrganizationSignInShown>;

const tests: readonly Limit[] = [{ name: "setting-tests", by: "address", max: 30, windowSeconds: 600 }];

/** Settings of the server, for admins of its first organization, and single sign-on of each organization. */
export const serverOperations = {
  getServerSettings: get("session", "/server", { reply: ServerSettingsShown }),
  changeServerSignIn: post("session", "/server/sign-in", {
    body: ProviderChange,
    reply: ServerSettingsShown,
    hasStates: true,
  }),
  testServerSignIn: post("session", "/server/sign-in/test", { body: ProviderChange, reply: TestResult, limits: tests }),
  changeServerModel: post("session", "/server/model", {
    body: ModelChange,
    reply: ServerSettingsShown,
    hasStates: true,
  }),
  testServerModel: post("session", "/server/model/test", { body: ModelChange, reply: ModelTestResult, limits: tests }),
  testServerMail: post("session", "/server/mail/test", { reply: TestResult, limits: tests, hasStates: true }),
  removeServerSetting: post("session", "/server/remove", {
    body: Type.Object({ setting: Words(["provider", ...modelKinds] as const) }),
    reply: ServerSettingsShown,
    hasStates: true,
  }),
  linkProvider: post("session", "/me/provider", { reply: ProviderAddress, limits: tests }),
  getOrganizationSignIn: get("admin", `${organization}/sign-in`, { reply: OrganizationSignInShown }),
  changeOrganizationSignIn: post("admin", `${organization}/sign-in`, {
    body: OrganizationSignInChange,
    reply: OrganizationSignInShown,
    hasStates: true,
  }),
};
