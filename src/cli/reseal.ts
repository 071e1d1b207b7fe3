import type { Command } from "commander";
import { listSealedSecrets, updateSealedSecret } from "../accounts/second-factor/store.ts";
import { count } from "../contract/count.ts";
import { listSealedMails, updateSealedMail } from "../mail/store.ts";
import type { Environment } from "../platform/config.ts";
import { openSecrets, type Secrets } from "../platform/secrets.ts";
import { listServerSettings, saveServerSetting } from "../platform/server-settings/store.ts";
import { listProjects, updateProject } from "../projects/store.ts";
import { listAllWebhooks, updateWebhook } from "../webhooks/outgoing/store.ts";
import { addJsonOption } from "./options.ts";
import { type OutputOptions, print } from "./output.ts";
import { withDatabase } from "./setup.ts";

/** Run this command after adding a new first key to LECTERN_SECRET_KEYS. Then the old keys can be removed. */
export function defineReseal(command: Command, environment: Environment): void {
  addJsonOption(command).action((options: OutputOptions) => reseal(environment, options));
}

async function reseal(environment: Environment, options: OutputOptions): Promise<void> {
  await withDatabase(environment, async ({ config, database }) => {
    const secrets = openSecrets({ keys: config.secretKeys, dataFolder: config.dataFolder });
    const resealed = await database.transaction(async (tx) => {
      let count = 0;
      for (const { id, repositoryToken, webhookSecret, model } of await listProjects(tx)) {
        const renewed = {
          ...renew(secrets, "repositoryToken", repositoryToken),
          ...renew(secrets, "webhookSecret", webhookSecret),
        };
        count += Object.keys(renewed).length;
        await updateProject(tx, id, renewed);
        const renewedModel = renew(secrets, "key", model.key);
        count += Object.keys(renewedModel).length;
        if (renewedModel.key !== undefined) await updateProject(tx, id, { model: { ...model, ...renewedModel } });
      }
      for (const setting of await listServerSettings(tx)) {
        const renewed = renew(secrets, "secret", setting.secret);
        count += Object.keys(renewed).length;
        await saveServerSetting(tx, { ...setting, ...renewed });
      }
      for (const { id, url, secret, previousSecret } of await listAllWebhooks(tx)) {
        const renewed = {
          ...renew(secrets, "url", url),
          ...renew(secrets, "secret", secret),
          ...renew(secrets, "previousSecret", previousSecret),
        };
        count += Object.keys(renewed).length;
        if (Object.keys(renewed).length > 0) await updateWebhook(tx, id, renewed);
      }
      for (const { userId, secret } of await listSealedSecrets(tx)) {
        if (secrets.isOld(secret)) {
          await updateSealedSecret(tx, userId, secrets.seal(secrets.open(secret)));
          count += 1;
        }
      }
      for (const { id, sealed } of await listSealedMails(tx)) {
        if (secrets.isOld(sealed)) {
          await updateSealedMail(tx, id, secrets.seal(secrets.open(sealed)));
          count += 1;
        }
      }
      return count;
    });
    print(options, { resealed }, `Re-encrypted ${count(resealed, "secret")} with the newest key.`);
  });
}

function renew<Name extends string>(secrets: Secrets, name: Name, sealed: string | null): { [Key in Name]?: string } {
  const renewed: { [Key in Name]?: string } = {};
  if (sealed !== null && secrets.isOld(sealed)) {
    renewed[name] = secrets.seal(secrets.open(sealed));
  }
  return renewed;
}
