import { existsSync } from "node:fs";
import type { Config } from "../../platform/config.ts";
import { createLog } from "../../platform/log.ts";
import type { KeyedModel } from "../../platform/model/project-model.ts";
import { openSecrets, type Secrets } from "../../platform/secrets.ts";
import { databaseOptions, workAndClose } from "../setup.ts";
import type { Check } from "./check.ts";

type Kind = keyof typeof kinds;

interface FoundModel {
  model: KeyedModel;
  /** How to fix the model if the check fails. */
  fix: string;
}

/** Calls the language model and the embedding model once, whether set in the environment or in the dashboard. */
export async function checkModels(config: Config, signal: AbortSignal): Promise<Check[]> {
  const { testModel, testEmbeddings } = await import("../../platform/model/test-model.ts");
  const check = async (name: Kind, test: typeof testModel): Promise<Check> => {
    const found = (await findInEnvironment(config, name)) ?? (await findInDashboard(config, name));
    if (found === undefined) return { name, state: "ok", found: kinds[name].absent };
    const { choice } = found.model;
    const { problem, milliseconds } = await test(found.model, signal);
    return problem === null
      ? { name, state: "ok", found: `${choice.name} answered in ${milliseconds} ms` }
      : { name, state: "fail", found: `${choice.name}: ${problem.replace(/\.$/, "")}`, fix: found.fix };
  };
  return [await check("model", testModel), await check("embeddings", testEmbeddings)];
}

const kinds = {
  model: { variable: "LECTERN_MODEL", absent: "none, so answers quote the pages" },
  embeddings: { variable: "LECTERN_EMBEDDINGS", absent: "none, so pages are found by their words" },
} as const;

async function findInEnvironment(config: Config, kind: Kind): Promise<FoundModel | undefined> {
  const { readModelChoice } = await import("../../platform/model/model-choice.ts");
  const { variable } = kinds[kind];
  const { name, url, key } = config[kind];
  const choice = readModelChoice(name, url, variable);
  const reasoning = kind === "model" ? config.model.reasoning : "default";
  const fix = `check ${variable}, ${variable}_KEY and ${variable}_URL`;
  return choice && { model: { choice: { ...choice, reasoning }, key }, fix };
}

async function findInDashboard(config: Config, kind: Kind): Promise<FoundModel | undefined> {
  const { connectDatabase, sqlitePath } = await import("../../platform/db/open.ts");
  if (config.databaseUrl === undefined && !existsSync(sqlitePath(config.dataFolder))) return undefined;
  const { serverSettingsOf } = await import("../../app/server-settings-of.ts");
  try {
    return await workAndClose(await connectDatabase(databaseOptions(config)), async (database) => {
      const log = createLog("error", "cli");
      const settings = serverSettingsOf({ config, database, secrets: lazySecrets(config), log });
      const model = await (kind === "model" ? settings.findModel() : settings.findEmbedder());
      return model && { model, fix: "check it in the dashboard under Server" };
    });
  } catch {
    // The database check reports the error. A database that isn't migrated yet has no settings.
    return undefined;
  }
}

/** Opens the secret key only when a secret is read, because the doctor must not create a key. */
function lazySecrets({ secretKeys: keys, dataFolder }: Config): Secrets {
  const opened = () => openSecrets({ keys, dataFolder });
  return {
    seal: (text) => opened().seal(text),
    open: (sealed) => opened().open(sealed),
    isOld: (sealed) => opened().isOld(sealed),
    signingKeys: (purpose) => opened().signingKeys(purpose),
  };
}
