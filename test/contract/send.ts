import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as sendRequest } from "node:http";
import { type Operation, pathParams } from "../../src/contract/operation.ts";

export interface Request {
  method?: string;
  /** Sent as is, without normalization or encoding. */
  path: string;
  key?: string | undefined;
  headers?: OutgoingHttpHeaders;
  /** Sent as JSON, with the content type. */
  json?: unknown;
  /** Sent as is, without a content type. */
  body?: string | Buffer;
  /** Disconnects once the headers of the reply have arrived. For streams that stay open while a client listens. */
  onlyHead?: boolean;
}

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request over a real socket, including requests that fetch would refuse to send. */
export function send(url: string, request: Request): Promise<Received> {
  const { method = "GET", path, key, headers = {}, json, body, onlyHead = false } = request;
  const payload = json === undefined ? body : JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest(url, {
      method,
      path,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...(payload === undefined || "transfer-encoding" in headers
          ? {}
          : { "content-length": Buffer.byteLength(payload) }),
        ...headers,
      },
      // A server may answer and disconnect before it has read a body that is too large.
      agent: false,
    });
    outgoing.on("response", (incoming) => {
      const { statusCode: status = 0 } = incoming;
      if (onlyHead && status === 200) {
        incoming.destroy();
        return resolve({ status, headers: incoming.headers, text: "" });
      }
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () =>
        resolve({
          status,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(payload);
  });
}

export function parseJson(reply: Pick<Received, "text">): Record<string, unknown> {
  return JSON.parse(reply.text);
}

/** The path of an operation with its parameters filled in. */
export function pathOf(operation: Pick<Operation, "path">, params: Readonly<Record<string, string>>): string {
  return pathParams(operation).reduce(
    (path, name) => path.replace(`{${name}}`, encodeURIComponent(params[name] ?? "")),
    operation.path,
  );
}
