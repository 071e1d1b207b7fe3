import type { Operation } from "./operation.ts";

/** Drafts and their files. */
export const editorFileOperations = {} as const satisfies Record<string, Operation>;
