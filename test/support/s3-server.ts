import { createHash, createHmac, hash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A small S3 server for tests. The ones on npm don't fully check signatures and checksums, and store half of an
 * interrupted upload. This one rejects everything that a real service rejects, and can simulate faults.
 */
export interface S3Server {
  endpoint: URL;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  objects: Map<string, S3Object>;
  /** The requests so far, such as "PUT key" or "LIST". */
  requests: string[];
  /** The highest number of concurrent requests. */
  parallelMax: number;
  /** The maximum number of keys per listing page, whatever the client requests. */
  pageKeysMax: number;
  /** Called before every request, with its entry in `requests`. */
  fault: (request: string) => S3Fault | undefined;
  close(): Promise<void>;
}

interface S3Object {
  bytes: Buffer;
  modifiedAt: number;
}

export type S3Fault =
  | { kind: "refuse"; status: number; code: string }
  | { kind: "slow"; until: Promise<void> }
  /** The connection breaks at once, as if no server were listening. */
  | { kind: "hang-up" }
  /** The connection breaks while the request is being read; nothing is stored. */
  | { kind: "cut-upload" }
  /** The request is processed, and then the connection breaks. */
  | { kind: "lose-answer" }
  /** The connection breaks in the middle of the response. */
  | { kind: "cut-answer" }
  /** Stores half of the upload, but responds as if everything were fine. */
  | { kind: "store-half" };

interface Call {
  method: string;
  key: string;
  query: URLSearchParams;
  name: string;
  body: Buffer;
  headers: IncomingMessage["headers"];
}

interface Answer {
  status: number;
  body: Buffer | string;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const clockSkewMilliseconds = 15 * 60_000;

export async function startS3Server(): Promise<S3Server> {
  let parallel = 0;
  const http = createServer(async (request, response) => {
    server.parallelMax = Math.max(server.parallelMax, ++parallel);
    response.once("close", () => parallel--);
    await handle(server, request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const server: S3Server = {
    endpoint: new URL(`http://127.0.0.1:${port}`),
    bucket: "shelf",
    accessKeyId: "reader",
    secretAccessKey: "a secret/with+signs",
    region: "eu-test-1",
    objects: new Map(),
    requests: [],
    parallelMax: 0,
    pageKeysMax: 1_000,
    fault: () => undefined,
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

async function handle(server: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = parseCall(server, request);
  server.requests.push(call.name);
  const fault = server.fault(call.name);
  if (fault?.kind === "hang-up") {
    request.socket.destroy();
    return;
  }
  if (fault?.kind === "cut-upload") {
    request.once("data", () => request.socket.destroy());
    return;
  }
  try {
    for await (const chunk of request) {
      call.body = Buffer.concat([call.body, chunk]);
    }
  } catch {
    // The client disconnected.
    return;
  }
  if (fault?.kind === "slow") {
    await fault.until;
  }
  const { status, body } = answer(server, call, request, fault);
  if (fault?.kind === "lose-answer") {
    response.destroy();
  } else if (fault?.kind === "cut-answer") {
    response.writeHead(status, { "content-length": Buffer.byteLength(body) });
    response.write(body.slice(0, Math.ceil(body.length / 2)), () => response.destroy());
  } else {
    response.writeHead(status, { "content-length": Buffer.byteLength(body) }).end(body);
  }
}

function parseCall(server: S3Server, { method = "", url = "", headers }: IncomingMessage): Call {
  const { pathname, searchParams: query } = new URL(url, server.endpoint);
  const [, bucket, ...rest] = pathname.split("/");
  const key = rest.join("/");
  const name = key === "" ? (query.has("delete") ? "DELETE" : "LIST") : `${method} ${key}`;
  return { method, key: bucket === server.bucket ? key : "", query, name, body: Buffer.alloc(0), headers };
}

function answer(server: S3Server, call: Call, request: IncomingMessage, fault: S3Fault | undefined): Answer {
  try {
    if (fault?.kind === "refuse") {
      throw new Refusal(fault.status, fault.code);
    }
    if (request.url?.split(/[/?]/)[1] !== server.bucket) {
      throw new Refusal(404, "NoSuchBucket");
    }
    checkSignature(server, call, request);
    checkBody(call);
    return act(server, call, fault);
  } catch (error) {
    const { status, code } = error instanceof Refusal ? error : new Refusal(500, "InternalError");
    return { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>` };
  }
}

/** Implemented from the Signature Version 4 documentation, independently of any client. */
function checkSignature(server: S3Server, { headers, method, query }: Call, request: IncomingMessage): void {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? "",
    );
  const [, accessKeyId, date = "", region, signedHeaders = "", signature] = parts ?? [];
  if (!parts || !signedHeaders.split(";").includes("host")) {
    throw new Refusal(403, "AccessDenied");
  }
  if (accessKeyId !== server.accessKeyId) {
    throw new Refusal(403, "InvalidAccessKeyId");
  }
  const time = String(headers["x-amz-date"]);
  const sentAt = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!time.startsWith(date) || !(Math.abs(Date.now() - sentAt) < clockSkewMilliseconds)) {
    throw new Refusal(403, "RequestTimeTooSkewed");
  }
  const canonicalRequest = [
    method,
    request.url?.split("?")[0],
    [...query]
      .map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`)
      .sort()
      .join("&"),
    ...signedHeaders.split(";").map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    signedHeaders,
    headers["x-amz-content-sha256"],
  ].join("\n");
  const scope = `${date}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", time, scope, hash("sha256", canonicalRequest)].join("\n");
  let key: Buffer | string = `AWS4${server.secretAccessKey}`;
  for (const part of [date, server.region, "s3", "aws4_request"]) {
    key = createHmac("sha256", key).update(part).digest();
  }
  if (createHmac("sha256", key).update(toSign).digest("hex") !== signature) {
    throw new Refusal(403, "SignatureDoesNotMatch");
  }
}

function checkBody({ body, headers, name }: Call): void {
  if (Number(headers["content-length"] ?? 0) !== body.length) {
    throw new Refusal(400, "IncompleteBody");
  }
  if (headers["x-amz-content-sha256"] !== hash("sha256", body)) {
    throw new Refusal(400, "XAmzContentSHA256Mismatch");
  }
  const md5 = headers["content-md5"];
  if (name === "DELETE" && md5 === undefined) {
    throw new Refusal(400, "InvalidRequest");
  }
  if (md5 !== undefined && md5 !== createHash("md5").update(body).digest("base64")) {
    throw new Refusal(400, "BadDigest");
  }
}

function act(server: S3Server, call: Call, fault: S3Fault | undefined): Answer {
  const { method, key, body, name, headers } = call;
  if (name === "LIST") {
    return list(server, call.query);
  }
  if (name === "DELETE") {
    for (const [, doomed = ""] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) {
      server.objects.delete(doomed);
    }
    return { status: 200, body: "<DeleteResult></DeleteResult>" };
  }
  if (method === "PUT") {
    const bytes = fault?.kind === "store-half" ? body.subarray(0, Math.floor(body.length / 2)) : body;
    server.objects.set(key, { bytes, modifiedAt: Date.now() });
    return { status: 200, body: "" };
  }
  const object = server.objects.get(key);
  if (method !== "GET" || !object) {
    throw new Refusal(method === "GET" ? 404 : 405, method === "GET" ? "NoSuchKey" : "MethodNotAllowed");
  }
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
  if (start === undefined) {
    return { status: 200, body: object.bytes };
  }
  if (Number(start) >= object.bytes.length) {
    throw new Refusal(416, "InvalidRange");
  }
  return { status: 206, body: object.bytes.subarray(Number(start), Number(end) + 1) };
}

function list({ objects, pageKeysMax }: S3Server, query: URLSearchParams): Answer {
  const prefix = query.get("prefix") ?? "";
  const after = query.get("start-after") ?? "";
  const keysMax = Math.min(Number(query.get("max-keys") ?? 1_000), pageKeysMax);
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const contents = keys.slice(0, keysMax).map((key) => {
    const object = objects.get(key);
    const modified = new Date(object?.modifiedAt ?? 0).toISOString();
    const escaped = key.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return `<Contents><Key>${escaped}</Key><LastModified>${modified}</LastModified><ETag>&quot;0&quot;</ETag><Size>${object?.bytes.length}</Size></Contents>`;
  });
  const isTruncated = `<IsTruncated>${keys.length > keysMax}</IsTruncated>`;
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${isTruncated}${contents.join("")}</ListBucketResult>`;
  return { status: 200, body };
}

function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
