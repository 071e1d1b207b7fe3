/** Short exchanges that aren't questions about the documentation. */
const exchanges: readonly { pattern: RegExp; reply: (siteName: string) => string }[] = [
  {
    pattern: /^(?:hi|hello|hey|hallo|hola|bonjour|good (?:morning|afternoon|evening))(?: (?:there|all|everyone))?$/,
    reply: (site) => `Hello! Ask me anything about the documentation of ${site}.`,
  },
  {
    pattern:
      /^(?:thanks?|thank you|thx|many thanks|great|perfect|ok(?:ay)?|cool)(?: (?:so much|a lot|very much|you))?$/,
    reply: () => "You are welcome. Ask again whenever you need something from the documentation.",
  },
  { pattern: /^(?:bye|goodbye|see you|ciao)(?: (?:later|soon))?$/, reply: () => "Goodbye!" },
  {
    pattern:
      /^(?:who|what) (?:are|r) (?:you|u)$|^are you (?:an? )?(?:ai|bot|robot|human|person|real|llm|language model|chatgpt|gpt)$|^what can you do$|^how can you help(?: me)?$|^what is this$|^help$/,
    reply: (site) =>
      `I am the assistant of the documentation of ${site}. I search its pages, answer from them and name the pages I used; what they do not say, I do not know.`,
  },
];

const lengthMax = 60;

/** Answers greetings, thanks and questions about the assistant itself; undefined for anything else. */
export function answerSmallTalk(text: string, siteName: string): string | undefined {
  if (text.length > lengthMax) return undefined;
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return exchanges.find(({ pattern }) => pattern.test(words))?.reply(siteName);
}
