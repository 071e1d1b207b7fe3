import Type, { type Static } from "typebox";
import { reasoningEfforts } from "./model-providers.ts";
import { ModelHealth } from "./model-schemas.ts";
import { dateTime, Nullable, Words } from "./schemas.ts";

/** Settings of the whole server, and how an organization uses single sign-on. */

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
const address = (description: string) =>
  Type.String({ minLength: 8, maxLength: 1_000, pattern: "^https?://[^\\s]+$", description });
const secret = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 4_000, description }));
const roleWord = Words(["viewer", "editor", "admin"] as const, "A role in the organization.");

const origin = {
  source: Words(
    ["environment", "dashboard", "none"],
    "Where it is set. What the environment sets can't be changed in the dashboard.",
  ),
  setBy: Nullable(Type.String({ description: "Who set it in the dashboard." })),
  setAt: Nullable(dateTime("When it was set in the dashboard.")),
};

const ProviderShown = Type.Object({
  ...origin,
  issuer: Type.String({ description: "Empty if there is no provider." }),
  clientId: Type.String(),
  name: Type.String({ description: "The text of its button on the sign-in page." }),
  rolesClaim: Type.String({ description: "The claim that organizations map to roles." }),
  hasSecret: Type.Boolean({ description: "Whether a client secret is stored." }),
});
const ModelShown = Type.Object({
  ...origin,
  name: Type.String({ description: "`provider/model`; empty if there is no model." }),
  url: Type.String({ description: "The address of its server; empty for the provider's own." }),
  hasSecret: Type.Boolean({ description: "Whether a key is stored." }),
  reasoning: Words(reasoningEfforts, "How much the model thinks before it answers."),
  health: ModelHealth,
});
export type ModelShown = Static<typeof ModelShown>;

const MailShown = Type.Object({
  isSetUp: Type.Boolean({ description: "Whether the server sends mail." }),
  server: Type.String({ description: "Host and port of the mail server; empty if there is none." }),
  encryption: Words(["implicit", "required", "off"], "TLS from the start, with STARTTLS, or none."),
  user: Type.String({ description: "The user name at the mail server; empty if it needs none." }),
  from: Type.String({ description: "The sender of all mails." }),
});
export type MailShown = Static<typeof MailShown>;

export const ServerSettingsShown = Type.Object({
  callbackUrl: Type.String({ description: "The redirect URI to register with the provider." }),
  provider: ProviderShown,
  model: ModelShown,
  embeddings: ModelShown,
  mail: MailShown,
});
export type ServerSettingsShown = Static<typeof ServerSettingsShown>;

export const ProviderChange = Type.Object({
  issuer: address("The provider's issuer."),
  clientId: text(300, "The client ID from the provider."),
  clientSecret: secret("The client secret from the provider. The stored one stays if it is left out."),
  name: text(60, "The text of its button on the sign-in page."),
  rolesClaim: text(100, "The claim that organizations map to roles."),
});
export type ProviderChange = Static<typeof ProviderChange>;

const modelKinds = ["model", "embeddings"] as const;
export const ModelChange = Type.Object({
  kind: Words(modelKinds, "The language model, or the embedding model."),
  name: text(200, "`provider/model`, or any name together with an address."),
  url: Type.Optional(address("The address of the server, if it isn't the provider's own.")),
  key: secret("The key of the server. The stored one stays if it is left out and the address is the same."),
  reasoning: Type.Optional(Words(reasoningEfforts, "How much the model thinks before it answers.")),
});
export type ModelChange = Static<typeof ModelChange>;
export const RemovedSetting = Type.Object({
  setting: Words(["provider", ...modelKinds] as const, "What to remove."),
});

export const OrganizationSignInChange = Type.Object({
  requiresProvider: Type.Boolean({ description: "Whether members must sign in with the provider." }),
  defaultRole: Type.Unsafe<"viewer" | "editor" | "admin" | null>({
    type: ["string", "null"],
    enum: ["viewer", "editor", "admin", null],
    description: "Role of new people with a verified email in one of the domains; `null` for none.",
  }),
  emailDomains: Type.Array(
    Type.String({ minLength: 3, maxLength: 253, pattern: "^[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+$" }),
    { maxItems: 50, description: "Email domains, such as `acme.com`." },
  ),
  mappings: Type.Array(Type.Object({ value: text(300, "A value of the roles claim."), role: roleWord }), {
    maxItems: 100,
    description: "The highest role that matches is set at each sign-in.",
  }),
});
export const OrganizationSignInShown = Type.Object({
  ...OrganizationSignInChange.properties,
  provider: Nullable(Type.String({ description: "The name of the provider; `null` if there is none." })),
  rolesClaim: Type.String({ description: "The claim that is mapped." }),
  canMap: Type.Boolean({ description: "Whether the caller may change who joins: server admins may." }),
  hasSignedInWithProvider: Type.Boolean({ description: "Whether this session began at the provider." }),
  setBy: Nullable(Type.String({ description: "Who set it." })),
  setAt: Nullable(dateTime("When it was set.")),
});
export type OrganizationSignInShown = Static<typeof OrganizationSignInShown>;
