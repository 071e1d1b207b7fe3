import { englishWords, type ReaderWords } from "./words.ts";

/** What a page tells of its site, in attributes that we have written ourselves. */
export interface PageSettings {
  siteName: string;
  hasSearch: boolean;
  hasAssistant: boolean;
  hasFeedback: boolean;
  prompt: string | undefined;
  questions: readonly string[];
  contact: { label: string; href: string } | undefined;
  /** The version and the language of the page. */
  filter: Readonly<Record<string, string>>;
}

interface OfferedParts {
  search: boolean;
  assistant: boolean;
  feedback: boolean;
  starterQuestions: string[];
  contact?: { label: string; href: string };
}

export function readPageSettings(box: HTMLElement): PageSettings {
  const { version, language, prompt, siteName = "" } = box.dataset;
  const parts = JSON.parse(document.body.dataset.reader ?? "{}") as Partial<OfferedParts>;
  return {
    siteName,
    hasSearch: parts.search === true,
    hasAssistant: parts.assistant === true,
    hasFeedback: parts.feedback === true,
    prompt,
    questions: parts.starterQuestions ?? [],
    contact: parts.contact,
    filter: { ...(version === undefined ? {} : { version }), ...(language === undefined ? {} : { language }) },
  };
}

/** English is always there; another language is a file of the site. */
export async function loadWords(address: string | undefined): Promise<ReaderWords> {
  if (address === undefined) return englishWords;
  const own = await fetch(address)
    .then((response) => (response.ok ? (response.json() as Promise<Partial<ReaderWords>>) : {}))
    .catch(() => ({}));
  return { ...englishWords, ...own };
}
