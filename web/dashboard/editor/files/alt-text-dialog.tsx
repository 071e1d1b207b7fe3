import { useState } from "react";
import type { UploadedMedia } from "../../../../src/contract/editor-file-operations.ts";
import { TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form.tsx";
import { type DraftParams, mediaUrl } from "../draft-queries.ts";
import { nothingPending } from "../editor-context.ts";

interface AltTextDialogProps {
  draft: DraftParams;
  media: UploadedMedia;
  /** The alternative text; empty if the image is only decorative. */
  onDone: (alt: string) => void;
  /** Called if the image isn't inserted. */
  onCancel: () => void;
}

const altLengthMax = 500;

/** Asks for a description of an image right after it was added. */
export function AltTextDialog({ draft, media, onDone, onCancel }: AltTextDialogProps) {
  const [alt, setAlt] = useState("");
  return (
    <FormDialog
      title="Describe the image"
      action={alt.trim() === "" ? "Insert as decoration" : "Insert"}
      change={nothingPending}
      onClose={onCancel}
      onSubmit={() => onDone(alt.trim())}
    >
      <div className="flex justify-center rounded-card border border-line bg-sunken p-3">
        <img
          src={mediaUrl(draft, media.path)}
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
        hint="Read aloud to people who can't see the image, and used by search. Leave it empty only if the image is decoration."
        onChange={(event) => setAlt(event.target.value)}
      />
    </FormDialog>
  );
}
