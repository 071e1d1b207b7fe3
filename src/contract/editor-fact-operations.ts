import type { Operation } from "./operation.ts";

/** What the editor completes: components, pages, anchors, snippets and icons. */
export const editorFactOperations = {} as const satisfies Record<string, Operation>;
