import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../platform/config.ts";
import { AppError } from "../../platform/errors.ts";
import type { Check } from "./check.ts";

/** Writes, reads and removes a small object in the artifact store, with the configured credentials. */
export async function checkStore({ artifacts, dataFolder }: Config): Promise<Check> {
  const isFolder = artifacts.address === "";
  const kind = isFolder ? "a folder in the data folder" : "S3";
  if (isFolder && !existsSync(join(dataFolder, "artifacts"))) {
    return { name: "store", state: "ok", found: `${kind}, created at the first start` };
  }
  const problem = await findProblem({ ...artifacts, dataFolder });
  if (problem === undefined) {
    return { name: "store", state: "ok", found: kind };
  }
  const fix = isFolder
    ? "check the permissions of the data folder and its free space"
    : "check LECTERN_ARTIFACTS, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and that the service is running";
  return { name: "store", state: "fail", found: problem.replace(/\.$/, ""), fix };
}

async function findProblem(settings: Config["artifacts"] & { dataFolder: string }): Promise<string | undefined> {
  const { openArtifacts } = await import("../../platform/artifacts/open.ts");
  const { findStoreProblem } = await import("../../app/readiness.ts");
  try {
    return await findStoreProblem(await openArtifacts(settings));
  } catch (error) {
    // The settings of the store are invalid.
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
