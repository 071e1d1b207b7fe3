/** The words of the dialog and the panel. Names in braces are filled in. */
export interface ReaderWords {
  search: string;
  searchPrompt: string;
  recent: string;
  clearRecent: string;
  results: string;
  resultCount: string;
  noResults: string;
  nearest: string;
  startHere: string;
  searchHint: string;
  searchFailed: string;
  searchLimit: string;
  askAbout: string;
  keysChoose: string;
  keysOpen: string;
  close: string;
  ask: string;
  askTitle: string;
  askPrompt: string;
  askFollowUp: string;
  intro: string;
  send: string;
  stop: string;
  forget: string;
  thinking: string;
  answering: string;
  sources: string;
  source: string;
  stopped: string;
  retry: string;
  offline: string;
  cut: string;
  unavailable: string;
  notHere: string;
  limit: string;
  notInDocs: string;
  contactHint: string;
  uncited: string;
  helpful: string;
  notHelpful: string;
  thanks: string;
  comment: string;
  commentFailed: string;
  copy: string;
  copied: string;
  copyAnswer: string;
  removeContext: string;
  moreOf: string;
  followUps: readonly string[];
  caution: string;
}

export const englishReaderWords: ReaderWords = {
  search: "Search",
  searchPrompt: "Search the documentation",
  recent: "Recent searches",
  clearRecent: "Clear",
  results: "Results",
  resultCount: "{count} pages found",
  noResults: "Nothing was found for “{query}”.",
  nearest: "Nearest pages",
  startHere: "Pages of this section",
  searchHint: "Type a word, the name of a setting or an error message.",
  searchFailed: "The search cannot be reached. Check your connection.",
  searchLimit: "That were many searches. Go on at {time}.",
  askAbout: "Ask the assistant: {query}",
  keysChoose: "to choose",
  keysOpen: "to open",
  close: "Close",
  ask: "Ask",
  askTitle: "Ask {name}",
  askPrompt: "Ask a question",
  askFollowUp: "Ask a follow-up question",
  intro: "Answers come from this documentation and name the pages they are taken from.",
  send: "Send",
  stop: "Stop",
  forget: "Forget this conversation",
  thinking: "Looking through the documentation",
  answering: "Answering",
  sources: "Sources",
  source: "Source {number}: {title}",
  stopped: "You stopped this answer.",
  retry: "Try again",
  offline: "You seem to be offline.",
  cut: "The connection broke before the answer was complete.",
  unavailable: "The assistant cannot answer right now.",
  notHere: "The assistant is not available here.",
  limit: "The limit of questions is reached. Ask again at {time}.",
  notInDocs: "Not in the documentation",
  contactHint: "Somebody can help you:",
  uncited: "This answer names no page. Check it before you rely on it.",
  helpful: "Helpful",
  notHelpful: "Not helpful",
  thanks: "Thank you.",
  comment: "What was missing or wrong?",
  commentFailed: "It could not be sent. Try again.",
  copy: "Copy code",
  copied: "Copied",
  copyAnswer: "Copy answer",
  removeContext: "Do not send this along",
  moreOf: "Show more",
  followUps: ["Show an example", "Explain it more simply"],
  caution: "Answers can be wrong. Check what matters in the sources.",
};
