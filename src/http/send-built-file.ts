import type { FastifyReply, FastifyRequest } from "fastify";
import type { BuiltFile } from "../platform/browser-files.ts";

export function sendBuiltFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  reply.header("vary", "accept-encoding").header("x-content-type-options", "nosniff").header("etag", file.etag);
  if (request.headers["if-none-match"]?.includes(file.etag)) {
    return reply.code(304).send();
  }
  const accepted = String(request.headers["accept-encoding"] ?? "");
  if (file.brotli !== undefined && /\bbr\b/.test(accepted)) {
    return reply.type(file.type).header("content-encoding", "br").send(file.brotli);
  }
  if (file.gzip !== undefined && /\bgzip\b/.test(accepted)) {
    return reply.type(file.type).header("content-encoding", "gzip").send(file.gzip);
  }
  return reply.type(file.type).send(file.plain);
}
