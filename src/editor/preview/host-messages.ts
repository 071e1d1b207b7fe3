import type { WriterProblem } from "../../site/previewing.ts";

/** The checked-out base commit of a project, which its drafts share. */
export interface PreviewBase {
  /** Identifies the project and the commit. */
  key: string;
  /** A folder with `files/` and their list in `files.json`. */
  folder: string;
  /** The folder of caches that are shared by all commits. */
  cacheFolder: string;
  siteUrl: string;
  withAuthorCode: boolean;
}

export type ChangedFile =
  | { path: string; kind: "text"; text: string }
  /** The path of a local copy of a media file. */
  | { path: string; kind: "media"; file: string; bytes: number; stamp: string }
  | { path: string; kind: "removed" };

export interface ChangeInput {
  draftId: string;
  /** Whether to forget everything that was sent about the draft before. */
  isFirst: boolean;
  changed: ChangedFile[];
  /** Files whose changes were undone, so that they match the base again. */
  unchanged: string[];
}

export interface DraftInput {
  base: PreviewBase;
  draftId: string;
}

export interface RenderInput extends DraftInput {
  path: string;
  text: string;
  /** The address of the draft's media files, without the path of a file. */
  mediaUrl: string;
}

export interface RenderAnswer {
  html: string | null;
  stylesheet: string;
  title: string;
  problems: WriterProblem[];
  cssVersion: string;
  /** The color of the site; empty if the site can't be planned. */
  accent: string;
}

export interface HostOptions {
  rendersAtOnce: number;
  allowedHosts: readonly string[];
}
