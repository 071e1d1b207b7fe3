import type { Operation } from "./operation.ts";

/** Comments, suggestions and the agent in a draft. */
export const editorTalkOperations = {} as const satisfies Record<string, Operation>;
