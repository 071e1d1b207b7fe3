import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyInstance } from "fastify";
import { uploadOperations } from "../../contract/dashboard-operations.ts";
import { archiveMebibytesMax } from "../../contract/import-limits.ts";
import type { Operation } from "../../contract/operation.ts";
import { boundBytes } from "../../git/bound-bytes.ts";
import type { Handler, Handlers } from "../../http/call.ts";
import { type Gates, registerOperation } from "../../http/register-operation.ts";
import type { CallPool } from "../../platform/calls/call-pool.ts";
import { AppError } from "../../platform/errors.ts";
import { addHostedProject, presentAdded, withFolder } from "../../projects/add-project.ts";
import type { ProjectRouteDeps } from "../../projects/routes.ts";
import type { importCalls } from "./import-calls.ts";

interface ImportDeps extends ProjectRouteDeps {
  archives: CallPool<typeof importCalls>;
}

const archiveTypes = [...uploadOperations.importProject.upload];

/** Registered in a separate context, where bodies are archives that are streamed and never held in memory. */
export function importRoutes(http: FastifyInstance, gates: Gates, deps: ImportDeps): void {
  const { importProject } = importHandlers(deps);
  http.register(async (context) => {
    context.removeAllContentTypeParsers();
    context.addContentTypeParser(archiveTypes, (_request, payload, done) => done(null, payload));
    const operation: Operation = uploadOperations.importProject;
    registerOperation(context, gates, "importProject", operation, importProject as unknown as Handler<Operation>);
  });
}

function importHandlers(deps: ImportDeps): Handlers<typeof uploadOperations> {
  return {
    async importProject({
      principal: { user: author },
      params: { organizationId },
      query,
      body,
      change,
      note,
      signal,
    }) {
      if (!(body instanceof Readable)) {
        throw new AppError(
          "bad_request",
          `Send the archive as the body, with the content type ${archiveTypes.join(" or ")}.`,
        );
      }
      const request = { ...query, organizationId, author };
      const unpack = (archive: string, folder: string) =>
        deps.archives.call(organizationId, "unpackArchive", { archive, folder }, signal);
      return withArchive(body, signal, unpack, (folder) =>
        addHostedProject(deps, folder, request, (make) =>
          change(async (tx) => presentAdded(deps, tx, await make(tx), note)),
        ),
      );
    },
  };
}

/** Unpacks an archive to a temporary folder, runs the work with it, and removes the folder. */
function withArchive<Result>(
  archive: Readable,
  signal: AbortSignal,
  unpack: (archive: string, folder: string) => Promise<void>,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  return withFolder("lectern-import-", async (temporary) => {
    const [path, folder] = [join(temporary, "archive"), join(temporary, "files")];
    await pipeline(archive, boundBytes(archiveMebibytesMax * 1_048_576, tooLarge), createWriteStream(path), { signal });
    await unpack(path, folder);
    return work(folder);
  });
}

function tooLarge(): AppError {
  return new AppError("too_large", `The archive is too large; the limit is ${archiveMebibytesMax} MiB.`);
}
