import Type, { type Static } from "typebox";
import { reasoningEfforts } from "./model-providers.ts";
import { ModelHealth } from "./model-schemas.ts";
import { dateTime, Nullable, Words } from "./schemas.ts";

/** Settings of the whole server, and how an organization uses single sign-on. */

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const address = Type.String({ minLength: 8, maxLength: 1_000, pattern: "^https?://[^\\s]+$" });
const secret = Type.Optional(Type.String({ minLength: 1, maxLength: 4_000 }));
const roleWord = Words(["viewer", "editor", "admin"] as const);

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
  clientId: text(300),
  clientSecret: secret,
  name: text(60),
  rolesClaim: text(100),
});
export type ProviderChange = Static<typeof ProviderChange>;

const modelKinds = ["model", "embeddings"] as const;
export const ModelChange = Type.Object({
  kind: Words(modelKinds),
  /** `provider/model`, or any name together with an address. */
  name: text(200),
  url: Type.Optional(address),
  key: secret,
  reasoning: Type.Optional(Words(reasoningEfforts)),
});
export type ModelChange = Static<typeof ModelChange>;
export const RemovedSetting = Type.Object({
  setting: Words(["provider", ...modelKinds] as const),
});

export const OrganizationSignInChange = Type.Object({
  requiresProvider: Type.Boolean(),
  /** Role of new people with a verified email in one of the domains; `null` for none. */
  defaultRole: Type.Unsafe<"viewer" | "editor" | "admin" | null>({
    type: ["string", "null"],
    enum: ["viewer", "editor", "admin", null],
  }),
  /** Email domains, such as `acme.com`. */
  emailDomains: Type.Array(
    Type.String({ minLength: 3, maxLength: 253, pattern: "^[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+$" }),
    { maxItems: 50 },
  ),
  mappings: Type.Array(Type.Object({ value: text(300), role: roleWord }), { maxItems: 100 }),
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
