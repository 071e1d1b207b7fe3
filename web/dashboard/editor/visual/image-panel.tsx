import type { Node } from "prosemirror-model";
import { type Command, NodeSelection } from "prosemirror-state";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { showError } from "../../ui/toast.tsx";
import { pageSchema } from "../document/page-schema.ts";
import { insertImage } from "./block-commands.ts";
import { changeImage, type ImageFacts, readImage } from "./image-view.ts";
import { useFieldText } from "./use-field-text.ts";
import type { VisualPage } from "./visual-page.ts";

const { nodes } = pageSchema;
const altHint = "Describe what the image shows, for people who can't see it.";

export function ImagePanel({ page, node, position }: { page: VisualPage; node: Node; position: number }) {
  const facts = readImage(node);
  const change = (key: keyof ImageFacts, value: string) => {
    page.run(replaceImage(node, position, { ...facts, [key]: value }), false);
  };
  const field = (key: keyof ImageFacts, label: string, hint?: string) => (
    <FactField key={key} label={label} hint={hint} value={facts[key]} onChange={(value) => change(key, value)} />
  );
  return (
    <fieldset disabled={!page.canWrite} className="grid gap-4">
      <legend className="sr-only">Image</legend>
      {field("alt", "Alt text", altHint)}
      {field("src", "File or address")}
      {field("width", "Width", "In pixels. The image is then written as an <img> tag.")}
      {field("title", "Title", "Shown on hover.")}
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

interface FactFieldProps {
  label: string;
  hint: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

function FactField({ label, hint, value, onChange }: FactFieldProps) {
  const [text, setText] = useFieldText(value, onChange);
  return (
    <TextField
      label={label}
      {...(hint !== undefined && { hint })}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

/** Inserts an uploaded image, or an image by its address. */
export function ImageDialog({ page, canUpload }: { page: VisualPage; canUpload: boolean }) {
  const [file, setFile] = useState<File>();
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    page.closePanel();
    page.view.focus();
  };
  return (
    <Dialog title="Insert image" isOpen onClose={close}>
      <Form
        className="grid gap-4"
        onSubmit={async (fields) => {
          const alt = String(fields.get("alt") ?? "").trim();
          const src = String(fields.get("src") ?? "").trim();
          if (file === undefined && src === "") return;
          setBusy(true);
          try {
            if (file === undefined) page.run(insertImage(src, alt));
            else await page.insertFiles([file], undefined, alt);
            page.closePanel();
          } catch (error) {
            showError(error);
          }
          setBusy(false);
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
          <TextField label={canUpload ? "Or its address" : "Address"} name="src" placeholder="/images/example.png" />
        )}
        <TextField label="Alt text" name="alt" hint={altHint} />
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            Insert
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
