import { serverSettingsOf } from "../app/server-settings-of.ts";
import { systemClock } from "../platform/clock.ts";
import { createLog } from "../platform/log.ts";
import { openSecrets, type Secrets } from "../platform/secrets.ts";
import type { BranchRules } from "../projects/branch-rules.ts";
import type { BudgetChange } from "../projects/change-budgets.ts";
import { type ChangeRequest, changeProject, describeProjectChange } from "../projects/change-project.ts";
import { newWebhookSecret } from "../projects/new-webhook-secret.ts";
import { siteAddressing } from "../projects/sites/site-address.ts";
import { updateProject } from "../projects/store.ts";
import { getProjectByName } from "./get-subject.ts";
import type { OutputOptions } from "./output.ts";
import { printProject } from "./print-project.ts";
import { recordCommand } from "./record-command.ts";
import type { DatabaseCommand } from "./setup.ts";

interface SetOptions extends OutputOptions {
  token?: string;
  newWebhookSecret?: boolean;
  model?: string;
  modelUrl?: string;
  modelKey?: string;
  agentPaths?: string;
  authorCode?: boolean;
  failOnErrors?: boolean;
  basePath?: string;
  budget?: BudgetChange[];
  branchRule?: Partial<BranchRules>;
}

/** Applies all options in one transaction. */
export async function setProject(
  { config, database }: DatabaseCommand,
  idOrDomain: string,
  options: SetOptions,
): Promise<void> {
  const secrets = openSecrets({ keys: config.secretKeys, dataFolder: config.dataFolder });
  const request = requestOf(options, secrets);
  const webhookSecret = options.newWebhookSecret ? newWebhookSecret() : undefined;
  const changed = await database.transaction(async (tx) => {
    const project = await getProjectByName(tx, idOrDomain);
    const subject = { organizationIds: [project.organizationId], projectId: project.id };
    if (Object.values(request).some((value) => value !== undefined)) {
      const settings = serverSettingsOf({ config, database, secrets, log: createLog("error", "cli") });
      const deps = { clock: systemClock, model: config.model, settings, addressing: siteAddressing(config) };
      const forgotten = await changeProject(deps, tx, project, request);
      const details = describeProjectChange(request, forgotten);
      await recordCommand(tx, { ...subject, action: "changeProject", details });
    }
    if (webhookSecret !== undefined) {
      await updateProject(tx, project.id, { webhookSecret: secrets.seal(webhookSecret) });
      await recordCommand(tx, { ...subject, action: "rotateWebhookSecret", details: {} });
    }
    return getProjectByName(tx, project.id);
  });
  await printProject(config, database.query, changed, options, webhookSecret === undefined ? {} : { webhookSecret });
}

function requestOf(
  { json: _, newWebhookSecret: __, token, modelKey, agentPaths, authorCode, budget, branchRule, ...others }: SetOptions,
  secrets: Secrets,
): ChangeRequest {
  return {
    ...others,
    ...(token === undefined ? {} : { repositoryToken: secrets.seal(token) }),
    ...(modelKey === undefined ? {} : { modelKey: secrets.seal(modelKey) }),
    ...(agentPaths === undefined ? {} : { agentPaths: agentPaths === "none" ? [] : agentPaths.split(",") }),
    ...(authorCode === undefined ? {} : { withAuthorCode: authorCode }),
    ...(budget === undefined ? {} : { budgets: budget }),
    ...(branchRule === undefined ? {} : { branchRules: branchRule }),
  };
}
