import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { uploadOperations } from "../../contract/dashboard-operations.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Handler, Handlers } from "../../http/call.ts";
import { type Gates, registerOperation } from "../../http/register-operation.ts";
import { AppError } from "../../platform/errors.ts";
import { addHostedProject, presentAdded } from "../projects/add-project.ts";
import type { ProjectRouteDeps } from "../projects/routes.ts";
import { withArchive } from "./receive-archive.ts";

const archiveTypes = [...uploadOperations.importProject.upload];

/** In a context of its own, whose bodies are archives that are never in memory as a whole. */
export function importRoutes(http: FastifyInstance, gates: Gates, deps: ProjectRouteDeps): void {
  const { importProject } = importHandlers(deps);
  http.register(async (context) => {
    context.removeAllContentTypeParsers();
    context.addContentTypeParser(archiveTypes, (_request, payload, done) => done(null, payload));
    const operation: Operation = uploadOperations.importProject;
    registerOperation(context, gates, "importProject", operation, importProject as unknown as Handler<Operation>);
  });
}

function importHandlers(deps: ProjectRouteDeps): Handlers<typeof uploadOperations> {
  return {
    async importProject({ params: { organizationId }, query, body, change, note, signal }) {
      if (!(body instanceof Readable)) {
        throw new AppError(
          "bad_request",
          `Send the archive as the body, with the content type ${archiveTypes.join(" or ")}.`,
        );
      }
      const request = { ...query, organizationId };
      return withArchive(body, signal, (folder) =>
        addHostedProject(deps, folder, request, (make) =>
          change(async (tx) => presentAdded(deps, tx, await make(tx), note)),
        ),
      );
    },
  };
}
