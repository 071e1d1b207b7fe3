import type { Node } from "prosemirror-model";
import { type Command, NodeSelection } from "prosemirror-state";
import { useState } from "react";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form.tsx";
import { useAction } from "../../ui/use-action.ts";
import { pageSchema } from "../document/page-schema.ts";
import { insertImage } from "./block-commands.ts";
import { changeImage, type ImageFacts, readImage } from "./image-view.ts";
import { PickField } from "./pick-field.tsx";
import { TypedField } from "./typed-field.tsx";
import type { VisualPage } from "./visual-page.ts";

const { nodes } = pageSchema;
const altHint = "Describe what the image shows, for people who can't see it.";

const fields: readonly { key: keyof ImageFacts; label: string; hint?: string }[] = [
  { key: "alt", label: "Alt text", hint: altHint },
  { key: "src", label: "File or address" },
  { key: "width", label: "Width", hint: "In pixels. The image is then written as an <img> tag." },
  { key: "title", label: "Title", hint: "Shown on hover." },
];

export function ImagePanel({ page, node, position }: { page: VisualPage; node: Node; position: number }) {
  const facts = readImage(node);
  const change = (key: keyof ImageFacts, value: string) => {
    page.run(replaceImage(node, position, { ...facts, [key]: value }), false);
  };
  return (
    <fieldset disabled={!page.canWrite} className="grid gap-4">
      <legend className="sr-only">Image</legend>
      {fields.map(({ key, ...field }) => {
        const shared = { ...field, value: facts[key], onChange: (value: string) => change(key, value) };
        return key === "src" ? (
          <PickField key={key} {...shared} kind="image" from={page} />
        ) : (
          <TypedField key={key} {...shared} />
        );
      })}
    </fieldset>
  );
}

/** A tag alone on its line is a block, not a paragraph with a tag inside. */
function replaceImage(node: Node, position: number, facts: ImageFacts): Command {
  return (state, dispatch) => {
    const image = changeImage(node, facts);
    const $position = state.doc.resolve(position);
    const { parent } = $position;
    const isAlone = parent.type === nodes.paragraph && parent.childCount === 1 && image.type === nodes.inlineComponent;
    const tr = state.tr;
    if (isAlone) tr.replaceWith($position.before(), $position.after(), nodes.component.create(image.attrs));
    else tr.replaceWith(position, position + node.nodeSize, image);
    const at = isAlone ? $position.before() : position;
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, at)));
    return true;
  };
}

/** Inserts an uploaded image, or an image by its address. */
export function ImageDialog({ page, canUpload }: { page: VisualPage; canUpload: boolean }) {
  const [file, setFile] = useState<File>();
  const [src, setSrc] = useState("");
  const close = () => {
    page.closePanel();
    page.view.focus();
  };
  const upload = useAction(
    ({ image, alt }: { image: File; alt: string }) => page.insertFiles([image], undefined, alt),
    { showsError: true, onDone: () => page.closePanel() },
  );
  return (
    <FormDialog
      title="Insert image"
      action="Insert"
      change={upload}
      onClose={close}
      onSubmit={(fields) => {
        const alt = String(fields.get("alt") ?? "").trim();
        if (file !== undefined) upload.mutate({ image: file, alt });
        else if (src !== "") {
          // Works without a connection.
          page.run(insertImage(src, alt));
          page.closePanel();
        }
      }}
    >
      {canUpload && (
        <TextField
          label="File"
          type="file"
          accept="image/*"
          className="py-1.5"
          onChange={(event) => setFile(event.target.files?.[0])}
        />
      )}
      {file === undefined && (
        <PickField
          label={canUpload ? "Or an image of the project, or an address" : "Image of the project, or an address"}
          name="src"
          placeholder="/images/example.png"
          kind="image"
          from={page}
          value={src}
          onChange={setSrc}
        />
      )}
      <TextField label="Alt text" name="alt" hint={altHint} />
    </FormDialog>
  );
}
