import type { Jsx, ValueMap } from "../page-tree.ts";

/** A component that will run in the browser, during its first render. */
export interface Island {
  /** Its props, with marks around the elements that the browser takes from the page. */
  props: ValueMap;
  /** The place of the component with its first state, which may be empty. */
  enclose(firstState: Jsx): Jsx;
}

/** Everything that determines the module of a component that runs in the browser. */
export interface IslandSource {
  /** The component, and the functions among its props: the file that defines each, and its name there. */
  entries: { file: string; name: string }[];
  /** The code of these files and of those they import, by path. */
  code: Map<string, string>;
  /** The names that each file imports from elsewhere. */
  imports: Map<string, { specifier: string; imported: string }[]>;
  /** Identifies the source, and with it the compiled module. */
  key: string;
  /** The path of the module in the site. */
  path: string;
}
