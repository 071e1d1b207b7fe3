import type { ModelChange, ProviderChange } from "../../contract/server-operations.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import type {
  ModelSettings,
  ProviderSettings,
  ServerSettings,
} from "../../platform/server-settings/server-settings.ts";
import {
  deleteServerSetting,
  type ServerSettingName,
  saveServerSetting,
} from "../../platform/server-settings/store.ts";
import type { Services } from "../../platform/services.ts";
import { listOrganizationSignIns } from "../provider/sign-in-store.ts";

export interface ChangeDeps extends Pick<Services, "clock" | "secrets"> {
  settings: ServerSettings;
}

const environmentNames: Readonly<Record<ServerSettingName, string>> = {
  provider: "LECTERN_OIDC_ISSUER",
  model: "LECTERN_MODEL",
  embeddings: "LECTERN_EMBEDDINGS",
};

/** The provider settings after the change. A stored secret is never sent to another issuer. */
export async function changedProvider(
  { settings }: Pick<ChangeDeps, "settings">,
  { clientSecret, ...change }: ProviderChange,
): Promise<ProviderSettings> {
  const stored = await settings.provider();
  const secret =
    clientSecret ?? (stored?.isGuarded && stored.issuer === change.issuer ? stored.clientSecret : undefined);
  if (!URL.canParse(change.issuer)) throw new AppError("bad_request", "The issuer must be an https:// address.");
  if (secret === undefined) throw new AppError("bad_request", "Enter the client secret for this issuer.");
  return { ...change, clientSecret: secret, isGuarded: true };
}

export async function changedModel(
  { settings }: Pick<ChangeDeps, "settings">,
  { kind, name, url = "", key, reasoning = "default" }: ModelChange,
): Promise<ModelSettings> {
  const stored = kind === "model" ? await settings.model() : await settings.embeddings();
  const changed = { name: name.trim(), url, key, reasoning, isGuarded: true };
  const address = settings.keyed(changed)?.choice.url;
  // A key that was entered for one server is never sent to another.
  const isSameServer = stored.isGuarded && stored.name !== "" && settings.keyed(stored)?.choice.url === address;
  return { ...changed, key: key ?? (isSameServer ? stored.key : undefined) };
}

/** `key` is sealed and stored apart from the value, which has no secrets. */
export async function saveSetting(
  deps: ChangeDeps,
  tx: Connection,
  name: ServerSettingName,
  {
    value,
    key,
    setBy,
  }: { value: object & { key?: never; clientSecret?: never }; key: string | undefined; setBy: string },
): Promise<void> {
  refuseEnvironment(deps, name);
  const secret = key === undefined ? null : deps.secrets.seal(key);
  await saveServerSetting(tx, { name, value: JSON.stringify(value), secret, setBy, setAt: deps.clock.now() });
}

export async function removeSetting(deps: ChangeDeps, tx: Connection, name: ServerSettingName): Promise<void> {
  refuseEnvironment(deps, name);
  const signIns = name === "provider" ? await listOrganizationSignIns(tx) : [];
  if (signIns.some(({ requiresProvider }) => requiresProvider)) {
    throw new AppError("conflict", "An organization requires single sign-on; turn that off first.");
  }
  await deleteServerSetting(tx, name);
}

function refuseEnvironment({ settings }: ChangeDeps, name: ServerSettingName): void {
  if (settings.source(name, false) === "environment") {
    throw new AppError("conflict", `This is set by ${environmentNames[name]} in the environment; change it there.`);
  }
}
