import type { WriterProblem } from "../../site/pipeline/preview/preview-problems.ts";

/** The checked-out base commit of a project, which its drafts share. */
export interface PreviewBase {
  /** Identifies the project and the commit. */
  key: string;
  /** Contains `files/`, and their list in `files.json`. */
  folder: string;
  /** What is kept between commits of the project. */
  cacheFolder: string;
  siteUrl: string;
  withAuthorCode: boolean;
}

export type ChangedFile =
  | { path: string; kind: "text"; text: string }
  /** A copy of a media file on this machine. */
  | { path: string; kind: "media"; file: string; bytes: number; stamp: string }
  | { path: string; kind: "removed" };

interface ChangeInput {
  draftId: string;
  /** Forgets what was said about the draft before. */
  isFirst: boolean;
  changed: ChangedFile[];
  /** Files that are as in the base again. */
  unchanged: string[];
}

interface DraftInput {
  base: PreviewBase;
  draftId: string;
}

interface RenderInput extends DraftInput {
  path: string;
  text: string;
  /** The address of a media file of the draft, without its path. */
  mediaUrl: string;
}

export interface RenderAnswer {
  html: string | null;
  stylesheet: string;
  title: string;
  problems: WriterProblem[];
  cssVersion: string;
}

/** What the host can be asked, and what it answers. */
export interface HostCalls {
  /** Says which files of a draft differ from before. */
  change: { input: ChangeInput; answer: undefined };
  /** Undefined if the host doesn't know the draft anymore; then `change` comes first. */
  render: { input: RenderInput; answer: RenderAnswer | undefined };
  styles: { input: DraftInput; answer: { css: string; version: string } | undefined };
  /** A base is about to be removed. */
  drop: { input: { key: string }; answer: undefined };
}

export type HostCallName = keyof HostCalls;

export interface HostOptions {
  rendersAtOnce: number;
  allowedHosts: readonly string[];
}

export type MessageToHost = { id: number; name: HostCallName; input: HostCalls[HostCallName]["input"] };
export type MessageFromHost =
  | { ready: true }
  | { id: number; ok: true; answer: unknown }
  | { id: number; ok: false; message: string };
