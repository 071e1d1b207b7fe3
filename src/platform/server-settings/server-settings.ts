import type { ReasoningEffort } from "../../contract/model-providers.ts";
import type { Config, OidcSettings } from "../config.ts";
import type { Connection } from "../db/database.ts";
import type { ServerSettingRow } from "../db/tables.ts";
import { type ModelChoice, readModelChoice } from "../model/model-choice.ts";
import type { EmbeddingConfig } from "../model/model-settings.ts";
import { type KeyedModel, modelOfProject, type ProjectModel } from "../model/project-model.ts";
import type { Secrets } from "../secrets.ts";
import type { Services } from "../services.ts";
import { listServerSettings, prepareListServerSettings, type ServerSettingName } from "./store.ts";

/** `environment` settings can't be changed in the dashboard. */
export type SettingSource = "environment" | "dashboard" | "none";

export interface ProviderSettings extends OidcSettings {
  /** The claim that roles are mapped from. */
  rolesClaim: string;
  /** Whether a person has entered the address. Requests to such an address are guarded. */
  isGuarded: boolean;
}

export interface ModelSettings extends EmbeddingConfig {
  reasoning: ReasoningEffort;
  isGuarded: boolean;
}

interface Snapshot {
  provider: ProviderSettings | undefined;
  model: ModelSettings;
  embeddings: ModelSettings;
  rows: ReadonlyMap<string, ServerSettingRow>;
}

interface KeptSnapshot {
  snapshot: Promise<Snapshot>;
  version: number;
  /** Set once the settings are read. */
  loaded?: Snapshot;
}

interface ServerSettingsDeps extends Pick<Services, "database" | "log"> {
  /** Opens the secrets of stored settings; without it they are ignored. */
  secrets: Secrets | undefined;
  /** Settings from the environment, which take precedence. */
  environment: Pick<Config, "model" | "oidc"> & Partial<Pick<Config, "embeddings">>;
  /** For requests to addresses that a person has entered. */
  fetch: NonNullable<ModelChoice["fetch"]>;
}

export const rolesClaimDefault = "groups";

/** How long another node may use old settings on PostgreSQL, which doesn't report commits of other processes. */
const keptMilliseconds = 1_000;

/**
 * The provider and the models, from the environment or from the dashboard. A change takes effect on all nodes and workers
 * without a restart: the few rows are read again after any commit, or every second.
 */
export class ServerSettings {
  readonly #deps: ServerSettingsDeps;
  readonly #list: () => Promise<ServerSettingRow[]>;
  #kept: KeptSnapshot | undefined;

  constructor(deps: ServerSettingsDeps) {
    this.#deps = deps;
    this.#list = prepareListServerSettings(deps.database);
  }

  /**
   * Callers inside a transaction pass their connection. Many callers that each waited for a second connection would
   * block each other.
   */
  async provider(tx?: Connection): Promise<ProviderSettings | undefined> {
    return (await this.#read(tx)).provider;
  }

  async model(tx?: Connection): Promise<ModelSettings> {
    return (await this.#read(tx)).model;
  }

  async embeddings(): Promise<ModelSettings> {
    return (await this.#read()).embeddings;
  }

  /** The server's model with its key; undefined if there is none. */
  async findModel(tx?: Connection): Promise<KeyedModel | undefined> {
    return this.keyed(await this.model(tx));
  }

  /**
   * The model that answers for a project. If the project's own key can't be decrypted, no other key is used instead.
   */
  async findModelOf(project: ProjectModel, tx?: Connection): Promise<KeyedModel | undefined> {
    const key = project.key === null ? null : (this.#unseal(project.key, "project model") ?? "");
    return modelOfProject(await this.findModel(tx), { ...project, key }, this.#deps.fetch);
  }

  async findEmbedder(): Promise<KeyedModel | undefined> {
    return this.keyed(await this.embeddings(), "LECTERN_EMBEDDINGS");
  }

  keyed(settings: ModelSettings, setting?: "LECTERN_EMBEDDINGS"): KeyedModel | undefined {
    const { name, url, key, reasoning, isGuarded } = settings;
    const choice = readModelChoice(name, url, setting);
    return choice && { choice: { ...choice, reasoning, ...(isGuarded && { fetch: this.#deps.fetch }) }, key };
  }

  /** The fetch function for requests to the provider. */
  fetchFor({ isGuarded }: Pick<ProviderSettings, "isGuarded">): NonNullable<ModelChoice["fetch"]> {
    return isGuarded ? this.#deps.fetch : fetch;
  }

  /** The stored setting, for the dashboard. */
  async row(name: ServerSettingName): Promise<ServerSettingRow | undefined> {
    return (await this.#read()).rows.get(name);
  }

  source(name: ServerSettingName, isStored: boolean): SettingSource {
    const { oidc, model, embeddings } = this.#deps.environment;
    const isSet = {
      provider: oidc !== undefined,
      model: model.name !== "",
      embeddings: (embeddings?.name ?? "") !== "",
    };
    return isSet[name] ? "environment" : isStored ? "dashboard" : "none";
  }

  /** Called after a change, so that this node uses it at once. */
  forget(): void {
    this.#kept = undefined;
  }

  async #read(tx?: Connection): Promise<Snapshot> {
    const { database } = this.#deps;
    const version = database.readVersion?.() ?? Math.floor(performance.now() / keptMilliseconds);
    const kept = this.#kept?.version === version ? this.#kept : undefined;
    if (tx !== undefined) return kept?.loaded ?? this.#load(await listServerSettings(tx));
    if (kept !== undefined) return kept.snapshot;
    const snapshot = this.#list().then((rows) => this.#load(rows));
    const reading: KeptSnapshot = { snapshot, version };
    this.#kept = reading;
    snapshot.then(
      (loaded) => {
        reading.loaded = loaded;
      },
      // A failed read isn't remembered.
      () => this.forget(),
    );
    return snapshot;
  }

  #load(stored: readonly ServerSettingRow[]): Snapshot {
    const rows = new Map(stored.map((row) => [row.name, row]));
    const { oidc, model, embeddings } = this.#deps.environment;
    const provider = rows.get("provider");
    return {
      rows,
      provider: oidc ? { rolesClaim: rolesClaimDefault, ...oidc, isGuarded: false } : this.#storedProvider(provider),
      model: this.#modelOf(model, rows.get("model")),
      embeddings: this.#modelOf(embeddings, rows.get("embeddings")),
    };
  }

  #storedProvider(row: ServerSettingRow | undefined): ProviderSettings | undefined {
    const clientSecret = this.#open(row);
    if (row === undefined || clientSecret === undefined) return undefined;
    const { issuer, clientId, name, rolesClaim = rolesClaimDefault } = JSON.parse(row.value);
    return { issuer, clientId, name, clientSecret, rolesClaim, isGuarded: true };
  }

  #modelOf(
    set: (EmbeddingConfig & { reasoning?: ReasoningEffort }) | undefined,
    row: ServerSettingRow | undefined,
  ): ModelSettings {
    const none = { name: "", url: "", key: undefined, reasoning: "default", isGuarded: false } as const;
    if (set !== undefined && set.name !== "") return { ...none, ...set };
    if (row === undefined) return none;
    const { name, url, reasoning = none.reasoning } = JSON.parse(row.value);
    return { name, url, key: this.#open(row), reasoning, isGuarded: true };
  }

  #open(row: ServerSettingRow | undefined): string | undefined {
    return row === undefined || row.secret === null ? undefined : this.#unseal(row.secret, row.name);
  }

  #unseal(sealed: string, setting: string): string | undefined {
    try {
      return this.#deps.secrets?.open(sealed);
    } catch (error) {
      this.#deps.log.warn({ error, setting }, "could not decrypt a secret in the server settings");
      return undefined;
    }
  }
}
