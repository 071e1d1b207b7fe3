import { hash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { AppError } from "../errors.ts";
import { readReply } from "../read-reply.ts";
import { Semaphore } from "../semaphore.ts";
import { traceHeaders } from "../tracing/traced.ts";
import { parseErrorCode } from "./s3-xml.ts";
import { StorageFailed, StorageFull } from "./storage-error.ts";

export interface S3Address {
  endpoint: URL;
  region: string;
  bucket: string;
  /** Whether the bucket is part of the path instead of the host name. */
  pathStyle: boolean;
}

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

export const s3LimitsDefault = {
  requestsMax: 32,
  triesMax: 5,
  /**
   * The time limit until the response begins or, if it isn't streamed, until it has been read. Uploads get additional
   * time for their body.
   */
  requestSeconds: 20,
  backoffFirstMilliseconds: 100,
  backoffMaxMilliseconds: 5_000,
};

export type S3Limits = typeof s3LimitsDefault;

export interface S3Request {
  method: "GET" | "PUT" | "POST";
  /** Empty for the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

type Send = <Value>(
  request: S3Request,
  receive: (response: Response) => Promise<Value>,
  signal: AbortSignal,
) => Promise<Value | undefined>;

export interface S3Client {
  /** Undefined if the object or range doesn't exist. `receive` is part of the attempt: an error in it is retried. */
  send: Send;
}

const bodyBytesPerSecondMin = 128 * 1024;
const errorBytesMax = 64 * 1024;
const retryStatuses = [408, 409, 429, 500, 502, 503, 504];
// Codes for bytes that arrived damaged or too late, and for an overloaded service.
const retryCodes = ["BadDigest", "XAmzContentSHA256Mismatch", "IncompleteBody", "RequestTimeout", "SlowDown"];
const fullCodes = ["QuotaExceeded", "XMinioStorageFull", "InsufficientStorage"];

/** An error response from the service, with its own message. */
class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`.trim());
    this.status = status;
    this.code = code;
  }
}

/** Sends signed requests with limits on time, attempts and concurrency. aws4fetch only signs them. */
export function createS3Client(address: S3Address, credentials: S3Credentials, limits: S3Limits): S3Client {
  const gate = new Semaphore({ permitsMax: limits.requestsMax });
  // Signing keys, cached per day.
  const cache = new Map<string, ArrayBuffer>();

  const sendOnce: Send = async (request, receive, signal) => {
    const { method } = request;
    const { url, headers } = await new AwsV4Signer({
      ...credentials,
      method,
      url: objectUrl(address, request).href,
      // The body's hash is part of the signature, so the service rejects altered bytes.
      headers: { ...request.headers, "x-amz-content-sha256": hash("sha256", request.body ?? "") },
      service: "s3",
      region: address.region,
      cache,
    }).sign();
    // The cast excludes shared memory, which is never used here and which fetch would reject.
    const body = (request.body as Uint8Array<ArrayBuffer> | undefined) ?? null;
    // The trace headers aren't part of the signature, because a proxy on the way may change them. A redirect means
    // another region or service: it is reported, and never followed with our signature.
    for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value);
    const response = await fetch(url, { method, headers, body, signal, redirect: "manual" });
    if (response.ok) {
      return receive(response);
    }
    const code = parseErrorCode((await readBody(response, errorBytesMax)).toString()) ?? "";
    if (response.status === 416 || (response.status === 404 && code !== "NoSuchBucket")) {
      return undefined;
    }
    throw new S3Refusal(response.status, code);
  };

  const sendInTime: Send = async (request, receive, signal) => {
    const seconds = limits.requestSeconds + (request.body?.byteLength ?? 0) / bodyBytesPerSecondMin;
    const late = new AbortController();
    const timer = globalThis.setTimeout(() => late.abort(new Error("no response in time")), seconds * 1_000);
    try {
      return await sendOnce(request, receive, AbortSignal.any([signal, late.signal]));
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    async send(request, receive, signal) {
      for (let tries = 1; ; tries++) {
        try {
          return await gate.run(() => sendInTime(request, receive, signal), { signal });
        } catch (error) {
          signal.throwIfAborted();
          if (tries === limits.triesMax || !isWorthAnotherTry(error)) {
            throw asStorageError(error, tries);
          }
        }
        await setTimeout(backoffMilliseconds(limits, tries), undefined, { signal });
      }
    },
  };
}

/** The whole body, or an error if it is longer than allowed. */
export function readBody(response: Response, bytesMax: number): Promise<Buffer> {
  return readReply(response, bytesMax, () => new StorageFailed("a response is larger than expected"));
}

export function objectUrl({ endpoint, bucket, pathStyle }: S3Address, { key, query }: S3Request): URL {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/(?<!\/)\/+$/, "");
  if (pathStyle) {
    // No slash after the bucket itself: some services leave the slash out of the text they sign.
    url.pathname = key === "" ? `${base}/${bucket}` : `${base}/${bucket}/${key}`;
  } else {
    url.host = `${bucket}.${url.host}`;
    url.pathname = `${base}/${key}`;
  }
  url.search = new URLSearchParams(query).toString();
  return url;
}

function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof S3Refusal) {
    return retryStatuses.includes(error.status) || retryCodes.includes(error.code);
  }
  // The connection broke, or time ran out.
  return !(error instanceof AppError);
}

function asStorageError(error: unknown, tries: number): Error {
  if (error instanceof AppError) {
    return error;
  }
  if (!(error instanceof S3Refusal)) {
    return new StorageFailed(`it is unreachable or broke the connection in ${tries} attempts`);
  }
  if (error.status === 507 || fullCodes.includes(error.code)) {
    return new StorageFull();
  }
  return new StorageFailed(
    isWorthAnotherTry(error)
      ? `it responded with ${error.message} after ${tries} attempts`
      : `it responded with ${error.message}; check LECTERN_ARTIFACTS and its credentials`,
  );
}

/**
 * The delay doubles with each attempt. A random jitter of up to half of it keeps clients from coming back all at once.
 */
function backoffMilliseconds({ backoffFirstMilliseconds, backoffMaxMilliseconds }: S3Limits, tries: number): number {
  const most = Math.min(backoffFirstMilliseconds * 2 ** (tries - 1), backoffMaxMilliseconds);
  return most * (0.5 + Math.random() / 2);
}
