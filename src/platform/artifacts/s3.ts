import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { forEachParallel } from "../for-each-parallel.ts";
import { assertKey, assertPrefix, isKey, type ObjectStore, type StoredObject } from "./object-store.ts";
import {
  createS3Client,
  readBody,
  type S3Address,
  type S3Client,
  type S3Credentials,
  type S3Limits,
  s3LimitsDefault,
} from "./s3-client.ts";
import { formatDelete, type ListPage, parseErrorCode, parseListPage } from "./s3-xml.ts";
import { ArtifactDamaged, StorageFailed } from "./storage-error.ts";

export interface S3StoreOptions extends S3Address, S3Credentials {
  /** Prepended to every key; empty, or with a trailing slash. */
  prefix: string;
  limits?: Partial<S3Limits>;
}

// The protocol's limits for one request.
const listKeysMax = 1_000;
const deleteKeysMax = 1_000;
const replyBytesMax = 8 * 1024 * 1024;
const findsMax = 8;

/**
 * Stores objects in any S3-compatible service with strongly consistent listings. The service compares the SHA-256 of
 * the received bytes with the signed one, and readers compare it again.
 */
export function createS3Store(options: S3StoreOptions): ObjectStore {
  const { prefix, limits, accessKeyId, secretAccessKey, ...address } = options;
  const bounds = { ...s3LimitsDefault, ...limits };
  const bucket = { client: createS3Client(address, { accessKeyId, secretAccessKey }, bounds), prefix };
  const { client } = bucket;

  return {
    async put(objects, signal) {
      objects.forEach(({ key }) => {
        assertKey(key);
      });
      await forEachParallel(objects, bounds.requestsMax, signal, async ({ key, bytes }) => {
        const request = { method: "PUT", key: prefix + key, body: bytes } as const;
        await present(client.send(request, (response) => readBody(response, replyBytesMax), signal));
      });
    },

    async find(keys, signal) {
      keys.forEach(assertKey);
      const sorted = [...keys].sort();
      const found = new Map<string, StoredObject>();
      await forEachParallel(slices(sorted, Math.ceil(sorted.length / findsMax)), findsMax, signal, (slice) =>
        findInOrder(bucket, slice, found, signal),
      );
      return found;
    },

    async read(key, bytesMax, signal) {
      assertKey(key);
      const receive = (response: Response) => {
        if (Number(response.headers.get("content-length")) > bytesMax) {
          throw new ArtifactDamaged();
        }
        return readBody(response, bytesMax);
      };
      return client.send({ method: "GET", key: prefix + key }, receive, signal);
    },

    async open(key, range, signal) {
      assertKey(key);
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      return client.send({ method: "GET", key: prefix + key, headers }, streamBody, signal);
    },

    async *list(below, signal) {
      for await (const objects of listPages(bucket, below, signal)) {
        yield* objects;
      }
    },

    async remove(keys, signal) {
      keys.forEach(assertKey);
      for (const slice of slices(keys, deleteKeysMax)) {
        await removeSlice(bucket, slice, signal);
      }
    },

    async removeAll(below, signal) {
      for await (const objects of listPages(bucket, below, signal)) {
        await removeSlice(
          bucket,
          objects.map(({ key }) => key),
          signal,
        );
      }
    },

    async ping(signal) {
      await listPage(bucket, { below: "", after: "", keysMax: 1 }, signal);
    },
  };
}

interface Bucket {
  client: S3Client;
  prefix: string;
}

interface PageRequest {
  below: string;
  after: string;
  keysMax: number;
}

/**
 * Looks up sorted keys with listings that each begin just before the next key to look up. If the keys are close
 * together, one listing covers up to a thousand of them. If they are far apart, there is about one listing per key.
 */
async function findInOrder(
  bucket: Bucket,
  keys: readonly string[],
  found: Map<string, StoredObject>,
  signal: AbortSignal,
): Promise<void> {
  let next = 0;
  let listedTo = "";
  for (let key = keys[next]; key !== undefined; ) {
    const before = key.slice(0, -1);
    const after = listedTo > before ? listedTo : before;
    const keysMax = next === keys.length - 1 ? 1 : listKeysMax;
    const page = await listPage(bucket, { below: "", after, keysMax }, signal);
    const listed = new Map(page.objects.map((object) => [object.key, object]));
    const last = page.isTruncated ? page.objects.at(-1)?.key : undefined;
    for (; key !== undefined && (last === undefined || key <= last); key = keys[++next]) {
      const object = listed.get(key);
      if (object) {
        found.set(key, object);
      }
    }
    listedTo = last ?? "";
  }
}

/** Lists one page after the other, and leaves out keys of other programs. */
async function* listPages(bucket: Bucket, below: string, signal: AbortSignal): AsyncGenerator<StoredObject[]> {
  assertPrefix(below);
  let after = "";
  for (let isTruncated = true; isTruncated; ) {
    const page = await listPage(bucket, { below, after, keysMax: listKeysMax }, signal);
    yield page.objects.filter(({ key }) => isKey(key));
    after = page.objects.at(-1)?.key ?? after;
    isTruncated = page.isTruncated;
  }
}

async function listPage(
  { client, prefix }: Bucket,
  { below, after, keysMax }: PageRequest,
  signal: AbortSignal,
): Promise<ListPage> {
  const query = {
    "list-type": "2",
    "max-keys": String(keysMax),
    prefix: prefix + below,
    ...(after === "" ? {} : { "start-after": prefix + after }),
  };
  const receive = async (response: Response) => parseListPage((await readBody(response, replyBytesMax)).toString());
  const page = await present(client.send({ method: "GET", key: "", query }, receive, signal));
  return {
    isTruncated: page.isTruncated && page.objects.length > 0,
    objects: page.objects.map((object) => ({ ...object, key: object.key.slice(prefix.length) })),
  };
}

async function removeSlice({ client, prefix }: Bucket, keys: readonly string[], signal: AbortSignal): Promise<void> {
  if (keys.length === 0) {
    return;
  }
  const body = Buffer.from(formatDelete(keys.map((key) => prefix + key)));
  // Required for this request; MD5 is the only checksum that every service supports.
  const headers = { "content-md5": createHash("md5").update(body).digest("base64"), "content-type": "application/xml" };
  const request = { method: "POST", key: "", query: { delete: "" }, headers, body } as const;
  const reply = await present(client.send(request, (response) => readBody(response, replyBytesMax), signal));
  const code = parseErrorCode(reply.toString());
  if (code !== undefined) {
    throw new StorageFailed(`removing failed with ${code}`);
  }
}

async function streamBody(response: Response): Promise<Readable> {
  return Readable.from(response.body ?? [], { objectMode: false });
}

/** For requests where a missing object isn't a valid answer. */
async function present<Value>(reply: Promise<Value | undefined>): Promise<Value> {
  const value = await reply;
  if (value === undefined) {
    throw new StorageFailed("it does not respond like an S3 service; check LECTERN_ARTIFACTS");
  }
  return value;
}

function* slices<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) {
    yield items.slice(start, start + size);
  }
}
