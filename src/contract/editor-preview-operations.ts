import type { Operation } from "./operation.ts";

/** The page as readers would see it, before it is saved. */
export const editorPreviewOperations = {} as const satisfies Record<string, Operation>;
