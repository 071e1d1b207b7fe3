import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { mediaUrl } from "./media-url.ts";
import type { UploadedMedia } from "./use-upload.ts";

interface AltTextDialogProps {
  projectId: string;
  draftId: string;
  media: Pick<UploadedMedia, "path"> & Partial<Pick<UploadedMedia, "width" | "height" | "isCleaned">>;
  /** The alternative text; empty if the image is only decorative. */
  onDone: (alt: string) => void;
  /** Called if the image isn't inserted. The file stays in the draft. */
  onCancel: () => void;
}

const altLengthMax = 500;

/** Asks for a description of an image right after it was added. */
export function AltTextDialog({ projectId, draftId, media, onDone, onCancel }: AltTextDialogProps) {
  const [alt, setAlt] = useState("");
  return (
    <Dialog title="Describe the image" isOpen onClose={onCancel}>
      <Form className="grid gap-4" onSubmit={() => onDone(alt.trim())}>
        <div className="flex justify-center rounded-card border border-line bg-sunken p-3">
          <img
            src={mediaUrl(projectId, draftId, media.path)}
            alt=""
            width={media.width}
            height={media.height}
            className="h-auto max-h-52 w-auto max-w-full rounded-control object-contain"
          />
        </div>
        {media.isCleaned && (
          <p className="text-[13px] text-ink-soft">
            Scripts and other unsafe parts were removed from the image. Check that it still looks right.
          </p>
        )}
        <TextArea
          label="Alternative text"
          isOptional
          rows={3}
          value={alt}
          maxLength={altLengthMax}
          autoFocus
          hint="People who can't see the image hear this, and search finds it. Leave it empty only if the image is decoration."
          onChange={(event) => setAlt(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" look="primary">
            {alt.trim() === "" ? "Insert as decoration" : "Insert"}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
