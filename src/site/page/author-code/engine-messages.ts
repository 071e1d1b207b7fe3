/** The messages between the host and the prelude, which runs in the engine. All are JSON. */

/** A node of a tree that author code shows: text, or a list that begins with the kind of the node. */
export type ShownNode =
  | string
  /** Elements of the page, by their number. */
  | ["nodes", number]
  | ["element", name: string, attributes: [string, EncodedValue][], ShownNode[], CodePlace, snippet?: string]
  /** A component that isn't inside another component. The host decides where it runs. */
  | ["component", element: number, name: string, CodePlace]
  | ["refused", name: string, ShownNode[], CodePlace];

/** A value as JSON. A value that JSON doesn't support is a list that begins with the kind of the value. */
export type EncodedValue =
  | null
  | boolean
  | number
  | string
  | ["undefined"]
  | ["number", string]
  | ["list", EncodedValue[]]
  | ["map", [string, EncodedValue][]]
  /** A function, or another object that only exists in the engine. Has a file if it is a constant or function of it. */
  | ["function", number, name: string, file: string | null]
  | ["opaque", number]
  | ["snippet", string]
  | ["shown", ShownNode[]]
  /** Only sent to the engine: a value that the engine has kept, or elements of the page. */
  | ["kept", number]
  | ["nodes", number, size: number, depth: number];

/** The number of a script, and a line in that script. */
export type CodePlace = [script: number, line: number];

/** Why code can't be shown. */
export interface EncodedRefusal {
  kind: "refused" | "exhausted" | "thrown" | "unbound";
  message: string;
  hint?: string | undefined;
  name?: string;
  place?: CodePlace | undefined;
}

export type EngineRequest =
  | ["limit", outputMax: number, treeDepthMax: number, userGroups: readonly string[] | null]
  | ["scope", parent: number, file: string, names: [string, EncodedValue][]]
  | ["import", scope: number, names: string[]]
  | ["declare", scope: number, script: number]
  | ["evaluate", scope: number, script: number]
  | ["name", scope: number, path: string[]]
  | ["make", component: number, name: string, props: [string, EncodedValue][], CodePlace]
  | ["render", element: number, hasPlaceholders: boolean, props: [string, EncodedValue][] | null]
  | ["component", element: number]
  | ["placeholder", element: number]
  | ["settle", element: number, nodes: number, size: number, depth: number];

export interface EncodedFinding {
  shown: ShownNode[];
  isFirstState: boolean;
  refused: { name: string; place: CodePlace; refusal: EncodedRefusal }[];
}

export type ImportAnswer =
  | { scope: number; name: string }
  | { react: string }
  | { snippet: string }
  | { refused: string; hint: string };
