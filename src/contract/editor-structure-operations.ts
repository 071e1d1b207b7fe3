import type { Operation } from "./operation.ts";

/** Pages, navigation and settings of a draft. */
export const editorStructureOperations = {} as const satisfies Record<string, Operation>;
