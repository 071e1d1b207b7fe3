import type { Node } from "prosemirror-model";
import { type EditorState, NodeSelection } from "prosemirror-state";
import { pageSchema } from "../document/page-schema.ts";
import type { PlacedBlock } from "./block-commands.ts";
import { isImage } from "./image-view.ts";

const { nodes } = pageSchema;

/** The component or image for the side panel: the selected one, or the one around the cursor. */
export function selectedThing({ selection }: EditorState): PlacedBlock | undefined {
  if (selection instanceof NodeSelection && (hasProps(selection.node) || isImage(selection.node))) {
    return { node: selection.node, position: selection.from };
  }
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if (hasProps($from.node(depth))) return { node: $from.node(depth), position: $from.before(depth) };
  }
  return undefined;
}

function hasProps({ type }: Node): boolean {
  return type === nodes.component || type === nodes.inlineComponent;
}
