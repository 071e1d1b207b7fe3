import { englishWords, type ReaderWords } from "./words.ts";

/** The settings in a page's attributes. */
export interface PageSettings {
  siteName: string;
  hasSearch: boolean;
  hasAssistant: boolean;
  hasFeedback: boolean;
  /** The script that searches in the browser; undefined if a server handles searches. */
  searchScript: string | undefined;
  prompt: string | undefined;
  questions: readonly string[];
  contact: { label: string; href: string } | undefined;
  /** The page's version and language. */
  filter: Readonly<Record<string, string>>;
}

interface OfferedParts {
  search: boolean;
  assistant: boolean;
  feedback: boolean;
  starterQuestions: string[];
  contact?: { label: string; href: string };
}

/** The path that the site's addresses start with; empty if the site is at the root of its host. */
export function basePath(): string {
  return document.documentElement.dataset.basePath ?? "";
}

/** The path of this page within the site. */
export function pagePath(): string {
  const path = location.pathname.slice(basePath().length);
  return path === "" ? "/" : path;
}

export function readPageSettings(box: HTMLElement): PageSettings {
  const { version, language, prompt, searchScript, siteName = "" } = box.dataset;
  const parts = JSON.parse(document.body.dataset.reader ?? "{}") as Partial<OfferedParts>;
  return {
    siteName,
    hasSearch: parts.search === true,
    hasAssistant: parts.assistant === true,
    hasFeedback: parts.feedback === true,
    searchScript,
    prompt,
    questions: parts.starterQuestions ?? [],
    contact: parts.contact && {
      ...parts.contact,
      href: parts.contact.href.replace(/^\/(?!\/)/, () => `${basePath()}/`),
    },
    filter: { ...(version === undefined ? {} : { version }), ...(language === undefined ? {} : { language }) },
  };
}

/** English is part of the script. Other languages are files of the site. */
export async function loadWords(address: string | undefined): Promise<ReaderWords> {
  if (address === undefined) return englishWords;
  const own = await fetch(address)
    .then((response) => (response.ok ? (response.json() as Promise<Partial<ReaderWords>>) : {}))
    .catch(() => ({}));
  return { ...englishWords, ...own };
}
