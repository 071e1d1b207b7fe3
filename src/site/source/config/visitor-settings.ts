import { listOf, type Setting, shape } from "./check-shape.ts";
import { type Check, describe, flag, isText, mapped, oneOf, text, textOrObject, withForm } from "./check-value.ts";
import { reportValue } from "./config-report.ts";
import type { Integrations } from "./integrations.ts";
import { linkUrl } from "./link-url.ts";

const starterQuestionsMax = 6;
const questionLengthMax = 120;
const labelLengthMax = 60;
const mailAddress = /^[^\s@/:]+@[^\s@/:.]+(?:\.[^\s@/:.]+)+$/;

const question: Check<string> = withForm(text.form, (value, place, report) => {
  const checked = text(value, place, report)?.trim();
  if (checked === undefined || (checked !== "" && checked.length <= questionLengthMax)) return checked;
  const rule = `but must have 1 to ${questionLengthMax} characters, so it is left out`;
  return reportValue(report, place, `is ${describe(checked)}, ${rule}`);
});

/** Adds `mailto:` to a plain email address, because browsers need the scheme. */
const contactUrl: Check<string> = withForm(linkUrl.form, (value, place, report) =>
  linkUrl(isText(value) && mailAddress.test(value) ? `mailto:${value}` : value, place, report),
);

const contact = textOrObject(
  mapped(contactUrl, (href) => ({ href, label: undefined })),
  shape({ href: contactUrl, label: text }, ["href"]),
  "an email address, a URL, or {href, label}",
);

/** Lectern's own settings in docs.json: the features for visitors besides the pages. All are on by default. */
export const lecternSettings = shape({
  search: flag,
  assistant: flag,
  feedback: flag,
  mcp: flag,
  starterQuestions: listOf(question, starterQuestionsMax),
  contact,
  uncitedAnswers: oneOf("mark", "refuse"),
  detectLanguage: flag,
});

type LecternSettings = Setting<typeof lecternSettings>;

/**
 * The features that visitors of a site can use. Pages pass them to scripts as JSON in `data-reader` of `<body>`, and
 * the server enforces them for every request.
 */
export interface VisitorSettings {
  search: boolean;
  assistant: boolean;
  /** Thumbs and comments below answers. */
  feedback: boolean;
  /** Thumbs below pages, enabled by `feedback.thumbsRating`. */
  pageRating: boolean;
  /** Whether the site offers tools for language models at `/mcp`. */
  mcp: boolean;
  /** Whether views of pages and readers' actions are counted. */
  analytics: boolean;
  starterQuestions: readonly string[];
  /** A contact for questions that the pages don't answer. */
  contact: { href: string; label: string } | undefined;
}

/** The relevant parts of docs.json. */
interface VisitorConfig {
  lectern?: LecternSettings;
  feedback?: Setting<typeof feedback>;
  integrations?: Pick<Integrations, "telemetry">;
}

export function visitorSettings({ lectern = {}, feedback, integrations }: VisitorConfig): VisitorSettings {
  const hasFeedback = lectern.feedback !== false && integrations?.telemetry?.enabled !== false;
  return {
    search: lectern.search !== false,
    assistant: lectern.assistant !== false,
    feedback: hasFeedback,
    pageRating: hasFeedback && feedback?.thumbsRating === true,
    mcp: lectern.mcp !== false,
    analytics: integrations?.telemetry?.enabled !== false,
    starterQuestions: lectern.starterQuestions ?? [],
    contact: lectern.contact && { href: lectern.contact.href, label: labelOf(lectern.contact) },
  };
}

/** The settings of a site without a Lectern server: search works in the browser, and all other features are off. */
export function staticSettings(config: VisitorConfig): VisitorSettings {
  return { ...nothingOffered, search: visitorSettings(config).search };
}

export const nothingOffered: VisitorSettings = {
  search: false,
  assistant: false,
  feedback: false,
  pageRating: false,
  mcp: false,
  analytics: false,
  starterQuestions: [],
  contact: undefined,
};

function labelOf({ href, label }: { href: string; label?: string | undefined }): string {
  const shown = label?.trim() || href.replace(/^(?:mailto:|tel:|https?:\/\/)/, "");
  return shown.slice(0, labelLengthMax);
}

/** How visitors may respond to a page. `suggestEdit` links to its file in the repository. */
export const feedback = shape({ suggestEdit: flag, raiseIssue: flag, thumbsRating: flag });
