import { FileArchive, FolderUp } from "lucide-react";
import { useId, useState } from "react";
import { count } from "../../../src/contract/count.ts";

const archiveTypes = ".zip,.tar,.tgz,.gz,application/zip,application/gzip,application/x-tar";

const kinds = {
  folder: {
    icon: FolderUp,
    label: "Choose a folder",
    text: "or drop it here. Hidden files and node_modules are skipped.",
  },
  archive: {
    icon: FileArchive,
    label: "Choose an archive",
    text: "or drop it here (.zip, .tar.gz, .tgz or .tar).",
  },
};

interface FileFieldProps {
  kind: keyof typeof kinds;
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
}

/** A field for a folder or an archive, which can be chosen or dropped. */
export function FileField({ kind, files, onChange }: FileFieldProps) {
  const { icon: Icon, label, text } = kinds[kind];
  const isFolder = kind === "folder";
  const [isOver, setOver] = useState(false);
  const id = useId();
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void listDropped(event.dataTransfer, isFolder).then(onChange);
      }}
      className={`flex flex-col items-center gap-1 rounded-card border border-dashed px-6 py-9 text-center transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${isOver ? "border-accent bg-accent-soft" : "border-line-strong bg-surface hover:bg-hover/50"}`}
    >
      <input
        id={id}
        type="file"
        className="sr-only"
        aria-label={label}
        {...(isFolder ? { webkitdirectory: "" } : { accept: archiveTypes })}
        onChange={(event) => onChange([...(event.target.files ?? [])])}
      />
      <Icon size={20} className="mb-1 text-accent" />
      <span className="font-medium">{describeFiles(files, isFolder) ?? label}</span>
      <span className="text-[13px] text-ink-faint">{files.length > 0 ? "Choose again to replace it." : text}</span>
    </label>
  );
}

function describeFiles(files: readonly File[], isFolder: boolean): string | undefined {
  const [first] = files;
  if (first === undefined) {
    return undefined;
  }
  if (!isFolder) {
    return first.name;
  }
  const folder = first.webkitRelativePath.split("/")[0] || "Folder";
  return `${folder}, ${count(files.length, "file")}`;
}

declare module "react" {
  interface InputHTMLAttributes<T> {
    /** Makes the input accept a folder. React's types don't include it. */
    webkitdirectory?: string | undefined;
  }
}

const filesMax = 20_000;

/** Lists dropped files. Files inside folders include their relative paths. */
async function listDropped(transfer: DataTransfer, isFolder: boolean): Promise<File[]> {
  if (!isFolder) {
    return [...transfer.files].slice(0, 1);
  }
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const files: File[] = [];
  for (const entry of entries) {
    await collect(entry, files);
  }
  return files;
}

async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (files.length >= filesMax) {
    return;
  }
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    // A folder input sets this property on its files. Dropped files need it too.
    Object.defineProperty(file, "webkitRelativePath", { value: entry.fullPath.replace(/^\//, "") });
    files.push(file);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // The reader returns entries in batches; an empty batch marks the end.
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) {
      return;
    }
    for (const child of portion) {
      await collect(child, files);
    }
  }
}
