import type { Command } from "commander";
import { listSealedSecrets, updateSealedSecret } from "../accounts/second-factor/store.ts";
import { count } from "../contract/count.ts";
import { listSealedMails, updateSealedMail } from "../mail/store.ts";
import type { Environment } from "../platform/config.ts";
import { openSecrets } from "../platform/secrets.ts";
import { listServerSettings, saveServerSetting } from "../platform/server-settings/store.ts";
import { listAccess, saveAccess } from "../projects/access/store.ts";
import { listProjects, updateProject } from "../projects/store.ts";
import { listAllWebhooks, updateWebhook } from "../webhooks/outgoing/store.ts";
import { addJsonOption } from "./options.ts";
import { type OutputOptions, print } from "./output.ts";
import { type DatabaseCommand, databaseAction } from "./setup.ts";

/** Run this command after adding a new first key to LECTERN_SECRET_KEYS. Then the old keys can be removed. */
export function defineReseal(command: Command, environment: Environment): void {
  addJsonOption(command).action(databaseAction(environment, reseal));
}

async function reseal({ config, database }: DatabaseCommand, options: OutputOptions): Promise<void> {
  const secrets = openSecrets({ keys: config.secretKeys, dataFolder: config.dataFolder });
  const resealed = await database.transaction(async (tx) => {
    let count = 0;
    /** Secrets that were sealed with an old key, now sealed with the newest one. */
    const renew = <Name extends string>(
      sealed: Record<Name, string | null>,
    ): { [Key in Name]?: string } | undefined => {
      const renewed = Object.entries<string | null>(sealed).flatMap(([name, text]) =>
        text !== null && secrets.isOld(text) ? [[name, secrets.seal(secrets.open(text))]] : [],
      );
      count += renewed.length;
      return renewed.length === 0 ? undefined : Object.fromEntries(renewed);
    };
    for (const { id, repositoryToken, webhookSecret, slack, model, contextRepositories } of await listProjects(tx)) {
      const renewed = renew({ repositoryToken, webhookSecret, slack });
      if (renewed) await updateProject(tx, id, renewed);
      const context = contextRepositories.map((one) => ({ ...one, ...renew({ token: one.token }) }));
      if (context.some(({ token }, place) => token !== contextRepositories[place]?.token)) {
        await updateProject(tx, id, { contextRepositories: context });
      }
      const renewedModel = renew({ key: model.key });
      if (renewedModel) await updateProject(tx, id, { model: { ...model, ...renewedModel } });
    }
    for (const setting of await listServerSettings(tx)) {
      const renewed = renew({ secret: setting.secret });
      if (renewed) await saveServerSetting(tx, { ...setting, ...renewed });
    }
    for (const { id, url, secret, previousSecret } of await listAllWebhooks(tx)) {
      const renewed = renew({ url, secret, previousSecret });
      if (renewed) await updateWebhook(tx, id, renewed);
    }
    for (const access of await listAccess(tx)) {
      const { provider, jwt } = access.settings;
      const renewed = renew({
        provider: provider?.clientSecret ?? null,
        jwt: jwt?.key.kind === "secret" ? jwt.key.value : null,
      });
      if (renewed) {
        const settings = {
          ...access.settings,
          provider: provider && { ...provider, clientSecret: renewed.provider ?? provider.clientSecret },
          jwt: jwt && { ...jwt, key: { ...jwt.key, value: renewed.jwt ?? jwt.key.value } },
        };
        await saveAccess(tx, { ...access, settings });
      }
    }
    for (const { userId, secret } of await listSealedSecrets(tx)) {
      const renewed = renew({ secret });
      if (renewed?.secret) await updateSealedSecret(tx, userId, renewed.secret);
    }
    for (const { id, sealed } of await listSealedMails(tx)) {
      const renewed = renew({ sealed });
      if (renewed?.sealed) await updateSealedMail(tx, id, renewed.sealed);
    }
    return count;
  });
  print(options, { resealed }, `Re-encrypted ${count(resealed, "secret")} with the newest key.`);
}
