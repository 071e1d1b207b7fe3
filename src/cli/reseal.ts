import type { Command } from "commander";
import type { Environment } from "../platform/config.ts";
import { openSecrets, type Secrets } from "../platform/secrets.ts";
import { listProjects, updateProject } from "../projects/store.ts";
import { addJsonOption } from "./options.ts";
import { count, type OutputOptions, print } from "./output.ts";
import { withDatabase } from "./setup.ts";

/** Run it after adding a new first key to LECTERN_SECRET_KEYS; afterwards the old keys can be removed. */
export function defineReseal(command: Command, environment: Environment): void {
  addJsonOption(command).action((options: OutputOptions) => reseal(environment, options));
}

async function reseal(environment: Environment, options: OutputOptions): Promise<void> {
  await withDatabase(environment, async ({ config, database }) => {
    const secrets = openSecrets({ keys: config.secretKeys, dataFolder: config.dataFolder });
    const resealed = await database.transaction(async (tx) => {
      let count = 0;
      for (const { id, repositoryToken, webhookSecret } of await listProjects(tx)) {
        const renewed = {
          ...renew(secrets, "repositoryToken", repositoryToken),
          ...renew(secrets, "webhookSecret", webhookSecret),
        };
        count += Object.keys(renewed).length;
        await updateProject(tx, id, renewed);
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
