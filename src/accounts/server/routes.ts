import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { MailShown, ModelShown, ServerSettingsShown } from "../../contract/server-operations.ts";
import type { Call, Handlers } from "../../http/call.ts";
import { isoTimeOrNull } from "../../platform/clock.ts";
import { explainFetchError } from "../../platform/explain-fetch-error.ts";
import type { MailSettings } from "../../platform/mail-settings.ts";
import { presentHealth } from "../../platform/model/model-health.ts";
import { testEmbeddings, testModel } from "../../platform/model/test-model.ts";
import type { ServerSettings } from "../../platform/server-settings/server-settings.ts";
import type { ServerSettingName } from "../../platform/server-settings/store.ts";
import type { Services } from "../../platform/services.ts";
import type { ProviderDeps } from "../provider/openid-provider.ts";
import { callbackPath } from "../provider/sign-in-with-provider.ts";
import { requireServerAdmin, type ServerAdminDeps } from "../server-admins.ts";
import { type ChangeDeps, changedModel, changedProvider, removeSetting, saveSetting } from "./change-settings.ts";

interface ServerRouteDeps extends ChangeDeps, ServerAdminDeps, Pick<Services, "database"> {
  /** The public address of this server. */
  url: string;
  /** Undefined if no mail server is configured. */
  mail?: MailSettings | undefined;
}

type SessionCall = Pick<Call<DashboardOperations["getMe"]>, "principal" | "change" | "note">;

export function serverRoutes(deps: ServerRouteDeps) {
  const { database, settings, clock } = deps;
  const check = ({ principal: { user } }: Pick<SessionCall, "principal">) =>
    requireServerAdmin(deps, database.query, user);
  const show = () => presentSettings(settings, deps.url + callbackPath, deps.mail);
  /** Changes are recorded in the audit log of the first organization. */
  const changeSetting = async (
    call: SessionCall,
    setting: ServerSettingName,
    work: Parameters<typeof call.change>[0],
  ): Promise<ServerSettingsShown> => {
    const { id: organizationId } = await check(call);
    await call.change(async (tx) => {
      await work(tx);
      call.note({ organizationId, setting: settingLabels[setting] });
    });
    settings.forget();
    return show();
  };
  return {
    async getServerSettings(call) {
      await check(call);
      return show();
    },

    async changeServerSignIn({ body, ...call }) {
      await check(call);
      const { issuer, clientId, clientSecret: key, name, rolesClaim } = await changedProvider(deps, body);
      const setting = { value: { issuer, clientId, name, rolesClaim }, key, setBy: call.principal.user.email };
      return changeSetting(call, "provider", (tx) => saveSetting(deps, tx, "provider", setting));
    },

    async testServerSignIn({ body, ...call }) {
      await check(call);
      const oidc = await changedProvider(deps, body);
      return { problem: (await testProvider({ oidc, clock, fetch: settings.fetchFor(oidc) })) ?? null };
    },

    async changeServerModel({ body, ...call }) {
      await check(call);
      const { name, url, key, reasoning } = await changedModel(deps, body);
      const setting = { value: { name, url, reasoning }, key, setBy: call.principal.user.email };
      return changeSetting(call, body.kind, (tx) => saveSetting(deps, tx, body.kind, setting));
    },

    async testServerModel({ body, signal, ...call }) {
      await check(call);
      // Settings from the environment are tested unchanged, with a key that nobody can read here.
      const isFixed = settings.source(body.kind, false) === "environment";
      const installed = () => (body.kind === "model" ? settings.findModel() : settings.findEmbedder());
      const model = isFixed ? await installed() : settings.keyed(await changedModel(deps, body));
      if (model === undefined) return { problem: "Enter the name of a model.", milliseconds: 0 };
      return body.kind === "model" ? testModel(model, signal) : testEmbeddings(model, signal);
    },

    removeServerSetting: async ({ body: { setting }, ...call }) =>
      changeSetting(call, setting, (tx) => removeSetting(deps, tx, setting)),
  } satisfies Partial<Handlers<DashboardOperations>>;
}

const settingLabels: Readonly<Record<ServerSettingName, string>> = {
  provider: "Single sign-on",
  model: "Language model",
  embeddings: "Embedding model",
};

async function presentSettings(
  settings: ServerSettings,
  callbackUrl: string,
  mail: MailSettings | undefined,
): Promise<ServerSettingsShown> {
  const provider = await settings.provider();
  return {
    callbackUrl,
    provider: {
      ...(await originOf(settings, "provider")),
      issuer: provider?.issuer ?? "",
      clientId: provider?.clientId ?? "",
      name: provider?.name ?? "",
      rolesClaim: provider?.rolesClaim ?? "",
      hasSecret: provider !== undefined,
    },
    model: await presentModel(settings, "model"),
    embeddings: await presentModel(settings, "embeddings"),
    mail: presentMail(mail),
  };
}

function presentMail(mail: MailSettings | undefined): MailShown {
  if (mail === undefined) return { isSetUp: false, server: "", encryption: "off", user: "", from: "" };
  const { host, port, tls, login, from } = mail;
  return {
    isSetUp: true,
    server: `${host}:${port}`,
    encryption: tls,
    user: login?.user ?? "",
    from: `${from.name} <${from.address}>`,
  };
}

async function presentModel(settings: ServerSettings, kind: "model" | "embeddings"): Promise<ModelShown> {
  const model = kind === "model" ? await settings.model() : await settings.embeddings();
  const { name, url, key, reasoning } = model;
  const health = presentHealth(settings.keyed(model));
  return { ...(await originOf(settings, kind)), name, url, hasSecret: key !== undefined, reasoning, health };
}

async function originOf(settings: ServerSettings, name: ServerSettingName) {
  const row = await settings.row(name);
  const source = settings.source(name, row !== undefined);
  const shown = source === "dashboard" ? row : undefined;
  return { source, setBy: shown?.setBy ?? null, setAt: isoTimeOrNull(shown?.setAt ?? null) };
}

/** Reads the provider's configuration and its keys. */
async function testProvider(deps: ProviderDeps): Promise<string | undefined> {
  const { host } = new URL(deps.oidc.issuer);
  const { discover } = await import("../provider/openid-provider.ts");
  try {
    const metadata = (await discover(deps)).serverMetadata();
    if (metadata.authorization_endpoint === undefined || metadata.token_endpoint === undefined) {
      return `The configuration of ${host} has no addresses for signing in.`;
    }
    return undefined;
  } catch (error) {
    return explainDiscovery(error, host);
  }
}

function explainDiscovery(error: unknown, host: string): string {
  const { message = "", cause } = (error ?? {}) as { message?: string; cause?: unknown };
  if (message.includes("issuer")) return `The configuration of ${host} names another issuer. Check the address.`;
  const isReply = cause instanceof Response || /unexpected HTTP|JSON|content-type|response/i.test(message);
  if (isReply) return `${host} has no OpenID Connect configuration at this address.`;
  return explainFetchError(cause instanceof Error ? cause : error, host);
}
