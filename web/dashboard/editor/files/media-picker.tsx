import { useQuery } from "@tanstack/react-query";
import { Images, ImageUp } from "lucide-react";
import { useDeferredValue, useRef, useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SearchInput } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { type DraftFile, treeQuery } from "./draft-queries.ts";
import { isImage, mediaUrl } from "./media-url.ts";
import { useUpload } from "./use-upload.ts";

interface MediaPickerProps {
  projectId: string;
  draftId: string;
  canEdit: boolean;
  /** The path of the image, relative to the content directory. */
  onPick: (path: string) => void;
  onClose: () => void;
}

/** More thumbnails at once would keep the browser busy for long; the search narrows it down. */
const shownMax = 120;

/** The images of the project, with a way to add one. */
export function MediaPicker({ projectId, draftId, canEdit, onPick, onClose }: MediaPickerProps) {
  const { data, error } = useQuery(treeQuery(projectId, draftId));
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<unknown>(null);
  const filter = useDeferredValue(text.trim().toLowerCase());
  const upload = useUpload(projectId, draftId);
  const input = useRef<HTMLInputElement>(null);
  const images = newestFirst(data?.files ?? []).filter(({ path }) => path.toLowerCase().includes(filter));
  const add = async (file: File | undefined) => {
    if (file === undefined) return;
    setProblem(null);
    try {
      onPick((await upload.send(file)).path);
    } catch (failure) {
      setProblem(failure);
    }
  };
  return (
    <Dialog title="Images" isOpen width="wide" onClose={onClose}>
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-3">
          <div className="min-w-0 flex-1 basis-56">
            <SearchInput label="Filter images" value={text} onChange={(event) => setText(event.target.value)} />
          </div>
          {canEdit && (
            <>
              <input
                ref={input}
                type="file"
                accept="image/*"
                aria-label="Choose an image"
                className="sr-only"
                tabIndex={-1}
                onChange={(event) => {
                  void add(event.target.files?.[0]);
                  event.target.value = "";
                }}
              />
              <Button
                icon={<ImageUp size={16} />}
                isBusy={upload.pending.length > 0}
                onClick={() => input.current?.click()}
              >
                Upload image
              </Button>
            </>
          )}
        </div>
        {(problem ?? error) !== null && <Problem error={problem ?? error} />}
        {data !== undefined && images.length === 0 && (
          <EmptyState icon={<Images size={20} />} title={filter === "" ? "No images yet" : "No image matches"}>
            {filter === "" ? "Images that you drop into a page or upload here are listed." : "Try another name."}
          </EmptyState>
        )}
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(132px,1fr))] gap-3">
          {images.slice(0, shownMax).map(({ path, change }) => (
            <li key={path}>
              <button
                type="button"
                title={path}
                onClick={() => onPick(path)}
                className="grid w-full gap-1.5 rounded-card border border-line p-2 text-left hover:border-accent hover:bg-hover"
              >
                <span className="flex h-24 items-center justify-center overflow-hidden rounded-control bg-sunken">
                  <img
                    src={mediaUrl(projectId, draftId, path)}
                    alt=""
                    loading="lazy"
                    decoding="async"
                    className="max-h-24 max-w-full object-contain"
                  />
                </span>
                <span className="truncate text-[13px]">
                  {path.split("/").at(-1)}
                  {change === "added" && <span className="ml-1.5 text-ok">new</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {images.length > shownMax && (
          <p className="text-[13px] text-ink-faint">{count(images.length - shownMax, "more image")}; filter by name.</p>
        )}
      </div>
    </Dialog>
  );
}

/** Those that the draft adds come first. */
function newestFirst(files: readonly DraftFile[]): DraftFile[] {
  const images = files.filter(({ path, kind, change }) => kind === "media" && change !== "removed" && isImage(path));
  return [...images.filter(({ change }) => change === "added"), ...images.filter(({ change }) => change !== "added")];
}
