import { join } from "node:path";
import { AppError } from "../errors.ts";
import { respectBackups } from "./backup-hold.ts";
import { createFolderStore } from "./folder.ts";
import type { ObjectStore } from "./object-store.ts";
import { observeStore } from "./observe-store.ts";
import type { S3StoreOptions } from "./s3.ts";

export interface ArtifactSettings {
  /** The value of LECTERN_ARTIFACTS. */
  address: string;
  dataFolder: string;
  /** The values of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
  accessKeyId: string;
  secretAccessKey: string;
}

/** The artifact store that the settings name: a folder in the data folder, or an S3-compatible service. */
export async function openArtifacts(settings: ArtifactSettings): Promise<ObjectStore> {
  return respectBackups(await openStore(settings));
}

async function openStore(settings: ArtifactSettings): Promise<ObjectStore> {
  if (settings.address === "") {
    return observeStore(await createFolderStore(join(settings.dataFolder, "artifacts")), "folder");
  }
  const options = parseS3Settings(settings);
  // Loaded only for servers that use S3.
  const { createS3Store } = await import("./s3.ts");
  return observeStore(createS3Store(options), "s3");
}

/** Parses `s3://bucket/prefix?region=…&endpoint=https://…&path-style=true`. */
export function parseS3Settings({ address, accessKeyId, secretAccessKey }: ArtifactSettings): S3StoreOptions {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "s3:" || url.username !== "" || url.password !== "" || url.port !== "" || url.hash !== "") {
    throw invalid(
      "must be empty (to use a folder) or like s3://bucket/prefix?region=eu-central-1, without credentials",
    );
  }
  if (accessKeyId === "" || secretAccessKey === "") {
    throw invalid("is an S3 address, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must also be set");
  }
  for (const name of url.searchParams.keys()) {
    if (!["region", "endpoint", "path-style"].includes(name)) {
      throw invalid(`has the unknown option ${JSON.stringify(name)}; use region, endpoint or path-style`);
    }
  }
  const bucket = bucketName(url.hostname);
  const region = regionName(url.searchParams.get("region") ?? "us-east-1");
  const endpoint = url.searchParams.get("endpoint");
  return {
    bucket,
    region,
    prefix: keyPrefix(url.pathname),
    endpoint: endpoint === null ? new URL(`https://s3.${region}.amazonaws.com`) : endpointUrl(endpoint),
    pathStyle: isPathStyle(url.searchParams.get("path-style"), bucket, endpoint !== null),
    accessKeyId,
    secretAccessKey,
  };
}

function bucketName(name: string): string {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) {
    throw invalid(
      `has the bucket name ${JSON.stringify(name)}; use 3 to 63 lowercase letters, digits, dots or hyphens`,
    );
  }
  return name;
}

function regionName(name: string): string {
  if (!/^[a-z0-9-]{1,40}$/.test(name)) {
    throw invalid(`has the invalid region ${JSON.stringify(name)}; use a name such as eu-central-1`);
  }
  return name;
}

function keyPrefix(path: string): string {
  const prefix = path.replace(/^\/+|(?<!\/)\/+$/g, "");
  if (!/^[\w/-]{0,200}$/.test(prefix) || prefix.includes("//")) {
    throw invalid("has an invalid prefix; use letters, digits, hyphens, underscores and slashes");
  }
  return prefix === "" ? "" : `${prefix}/`;
}

function endpointUrl(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "" || url.hash !== "") {
    throw invalid("has an endpoint that is not an http or https address, such as https://storage.example.com");
  }
  return url;
}

/** Self-hosted services rarely have a host name per bucket, and no wildcard certificate matches a bucket with a dot. */
function isPathStyle(value: string | null, bucket: string, hasEndpoint: boolean): boolean {
  if (value !== null && value !== "true" && value !== "false") {
    throw invalid("has an invalid path-style; use true or false");
  }
  return value === null ? hasEndpoint || bucket.includes(".") : value === "true";
}

function invalid(problem: string): AppError {
  return new AppError("bad_request", `The setting LECTERN_ARTIFACTS ${problem}.`);
}
