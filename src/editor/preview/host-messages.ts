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

interface ChangeInput {
  draftId: string;
  /** Whether to forget everything that was sent about the draft before. */
  isFirst: boolean;
  changed: ChangedFile[];
  /** Files whose changes were undone, so that they match the base again. */
  unchanged: string[];
}

interface DraftInput {
  base: PreviewBase;
  draftId: string;
}

interface RenderInput extends DraftInput {
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
}

/** The requests to the preview host, and their replies. */
export interface HostCalls {
  /** Sends the files of a draft that have changed since the last call. */
  change: { input: ChangeInput; answer: undefined };
  /** Undefined if the host no longer knows the draft; then call `change` first. */
  render: { input: RenderInput; answer: RenderAnswer | undefined };
  styles: { input: DraftInput; answer: { css: string; version: string } | undefined };
  /** Announces that a base is about to be removed. */
  drop: { input: { key: string }; answer: undefined };
}

export type HostCallName = keyof HostCalls;

export interface HostOptions {
  rendersAtOnce: number;
  allowedHosts: readonly string[];
}

export type MessageToHost = { id: number; name: HostCallName; input: HostCalls[HostCallName]["input"] };
export type MessageFromHost = { id: number; ok: true; answer: unknown } | { id: number; ok: false; message: string };
