import type { Operation } from "./operation.ts";

/** How a draft gets into git. */
export const editorPublishOperations = {} as const satisfies Record<string, Operation>;
