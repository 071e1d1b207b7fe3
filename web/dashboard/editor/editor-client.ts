import { type EditorOperations, editorOperations } from "../../../src/contract/editor-operations.ts";
import type { Body, Operation, Params, Query, ReplyOf } from "../../../src/contract/operation.ts";
import { routeOf } from "../../../src/contract/route-of.ts";
import { type CallOptions, sendRequest } from "../../../src/contract/send-request.ts";
import { clientOptions } from "../api/client.ts";

type Input<O extends Operation> = Params<O> & Query<O> & Body<O>;

type EditorClient = {
  [Name in keyof EditorOperations]: (
    input: Input<EditorOperations[Name]>,
    options?: CallOptions,
  ) => Promise<ReplyOf<EditorOperations[Name]>>;
};

const methods = Object.entries<Operation>(editorOperations).map(([name, operation]) => {
  const route = routeOf(operation);
  return [
    name,
    (input: Record<string, unknown>, call: CallOptions = {}) => sendRequest(clientOptions, route, input, call),
  ];
});

/** The operations of the editor, which the other pages don't load. */
export const editorApi = Object.fromEntries(methods) as EditorClient;

/** The reply of an operation. */
export type EditorAnswer<Name extends keyof EditorClient> = Awaited<ReturnType<EditorClient[Name]>>;
