import { existsSync } from "node:fs";
import { join } from "node:path";
import { count } from "../../contract/count.ts";
import type { Config } from "../../platform/config.ts";
import type { Database } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { forEachParallel } from "../../platform/for-each-parallel.ts";
import type { Check } from "./check.ts";

const sitesMax = 10_000;
const blobsMax = 1_000;
const checksMax = 4;
const compareMilliseconds = 60_000;

/** Compares the published sites with the store. */
export async function checkSites(config: Config, { query }: Database): Promise<Check> {
  const { openArtifacts } = await import("../../platform/artifacts/open.ts");
  const { isStored } = await import("../../platform/artifacts/read-artifact.ts");
  const { listNewestSites } = await import("../../projects/sites/store.ts");
  try {
    const objects = await openArtifacts({ ...config.artifacts, dataFolder: config.dataFolder });
    const signal = AbortSignal.timeout(compareMilliseconds);
    const lost: string[] = [];
    const sites = await listNewestSites(query, sitesMax);
    await forEachParallel(sites, checksMax, signal, async ({ projectId: namespace, artifact: digest, subdomain }) => {
      if (!(await isStored(objects, { namespace, digest, blobsMax }, signal))) lost.push(subdomain);
    });
    if (lost.length === 0) return { name: "sites", state: "ok", found: "the store has every published site" };
    const found = `the store has lost ${count(lost.length, "published site")}: ${lost.slice(0, 10).join(", ")}`;
    return { name: "sites", state: "fail", found, fix: "restore a backup, or trigger an update of each project" };
  } catch {
    return { name: "sites", state: "warn", found: "not compared with the store", fix: "fix the store first" };
  }
}

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
