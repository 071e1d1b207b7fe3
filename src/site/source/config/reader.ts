import { listOf, type Setting, shape } from "./check-shape.ts";
import { type Check, describe, flag, isText, mapped, text, textOrObject } from "./check-value.ts";
import { reportValue } from "./config-report.ts";
import type { feedback as feedbackCheck } from "./feedback.ts";
import { linkUrl } from "./link-url.ts";

const starterQuestionsMax = 6;
const questionLengthMax = 120;
const labelLengthMax = 60;
const mailAddress = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;

const question: Check<string> = (value, place, report) => {
  const checked = text(value, place, report)?.trim();
  if (checked === undefined || (checked !== "" && checked.length <= questionLengthMax)) return checked;
  const rule = `but must have 1 to ${questionLengthMax} characters, so it is left out`;
  return reportValue(report, place, `is ${describe(checked)}, ${rule}`);
};

/** People write an e-mail address as it is; browsers need its scheme. */
const contactUrl: Check<string> = (value, place, report) =>
  linkUrl(isText(value) && mailAddress.test(value) ? `mailto:${value}` : value, place, report);

const contact = textOrObject(
  mapped(contactUrl, (href) => ({ href, label: undefined })),
  shape({ href: contactUrl, label: text }, ["href"]),
  "an e-mail address, a web address, or {href, label}",
);

/** Lectern's own part of docs.json: what readers are offered beside the pages. Everything is on unless it is switched off. */
export const readerParts = shape({
  search: flag,
  assistant: flag,
  feedback: flag,
  mcp: flag,
  starterQuestions: listOf(question, starterQuestionsMax),
  contact,
});

export type ReaderParts = Setting<typeof readerParts>;

/**
 * What readers of a site are offered. Pages carry it as JSON in `data-reader` of their `<body>`, for the scripts; the
 * server of the site holds to it too, whatever a page asks for.
 */
export interface ReaderSettings {
  search: boolean;
  assistant: boolean;
  /** Thumbs and comments below answers. */
  feedback: boolean;
  /** Thumbs below pages, which the format switches on by `feedback.thumbsRating`. */
  pageRating: boolean;
  /** The site as tools for language models, at `/mcp`. */
  mcp: boolean;
  starterQuestions: readonly string[];
  /** Where to turn with what the pages do not answer. */
  contact: { href: string; label: string } | undefined;
}

/** The parts of docs.json that say it. */
interface ReaderConfig {
  lectern?: ReaderParts;
  feedback?: Setting<typeof feedbackCheck>;
}

export function readerSettings({ lectern = {}, feedback }: ReaderConfig): ReaderSettings {
  const hasFeedback = lectern.feedback !== false;
  return {
    search: lectern.search !== false,
    assistant: lectern.assistant !== false,
    feedback: hasFeedback,
    pageRating: hasFeedback && feedback?.thumbsRating === true,
    mcp: lectern.mcp !== false,
    starterQuestions: lectern.starterQuestions ?? [],
    contact: lectern.contact && { href: lectern.contact.href, label: labelOf(lectern.contact) },
  };
}

/** Of a site that no server of ours stands behind: nobody would answer. */
export const nothingOffered: ReaderSettings = {
  search: false,
  assistant: false,
  feedback: false,
  pageRating: false,
  mcp: false,
  starterQuestions: [],
  contact: undefined,
};

function labelOf({ href, label }: { href: string; label?: string | undefined }): string {
  const shown = label?.trim() || href.replace(/^(?:mailto:|tel:|https?:\/\/)/, "");
  return shown.slice(0, labelLengthMax);
}
