import type { SourceRoot } from "../../shared/source-roots.ts";
import type { Jsx, ValueMap } from "../page-tree.ts";

/** A component that will run in the browser, while the build renders its initial state. */
export interface Island {
  /** The component's props. Elements that the browser takes from the page are wrapped in marks. */
  props: ValueMap;
  /** Wraps the initial HTML of the component, which may be empty, in the element that the browser takes over. */
  enclose(firstState: Jsx): Jsx;
}

/** Everything that determines the module of a component that runs in the browser. */
export interface IslandSource {
  /** The component and the functions among its props, each with the file that defines it and its name or code there. */
  entries: { file: string; name: string; expression?: string | undefined }[];
  /** The code of these files and of the files they import, by path. */
  code: Map<string, string>;
  /** The names that each file imports from elsewhere. */
  imports: Map<string, { specifier: string; imported: string }[]>;
  /** The folders whose files come from other repositories. */
  roots?: readonly SourceRoot[];
  /** Identifies the source, and with it the compiled module. */
  key: string;
  /** The path of the module in the site. */
  path: string;
}
