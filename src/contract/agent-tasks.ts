interface TaskText {
  /** A prompt that asks for the task. */
  example: string;
  /** What the task does, shown after the example. */
  does: string;
  /** For pull request titles: `Fix broken links`. */
  title: string;
  /** The values that the task takes, in order. */
  values?: readonly AgentTaskValue[];
}

interface AgentTaskValue {
  name: string;
  label: string;
  /**
   * `path` is a page or folder, `name` any text that isn't a path, and `text` is a quoted text, or a word with a capital
   * letter or digit: "change the tone to friendly" isn't about exact text.
   */
  kind: "path" | "name" | "text" | "year";
  isOptional?: true;
}

const tasks = {
  "fix-anchors": {
    example: "fix broken anchors",
    does: "corrects links to headings that were renamed or misspelled, if only one heading fits",
    title: "Fix broken anchors",
  },
  "fix-links": {
    example: "fix broken links",
    does: "corrects links to pages that were moved or misspelled, if only one page fits",
    title: "Fix broken links",
  },
  "move-page": {
    example: "move guides/start to guides/first-steps",
    does: "moves a page or folder, updates links and navigation, and adds a redirect",
    title: "Move a page",
    values: [
      { name: "from", label: "Page or folder", kind: "path" },
      { name: "to", label: "New path", kind: "path" },
    ],
  },
  "rename-term": {
    example: 'rename "Old name" to "New name"',
    does: "renames a term on all pages, in whole words and keeping case, but not in code or URLs",
    title: "Rename a term",
    values: [
      { name: "from", label: "Old name", kind: "name" },
      { name: "to", label: "New name", kind: "name" },
    ],
  },
  "replace-text": {
    example: 'replace "old words" with "new words"',
    does: "replaces exact text on all pages, but not in code or URLs",
    title: "Replace text",
    values: [
      { name: "from", label: "Old words", kind: "text" },
      { name: "to", label: "New words", kind: "text" },
    ],
  },
  "add-orphans": {
    example: "add orphan pages to navigation",
    does: "adds pages that are missing in docs.json after the other pages of their folder",
    title: "Add orphan pages to the navigation",
  },
  "fill-descriptions": {
    example: "fill missing descriptions",
    does: "uses the first sentence of a page as its description if it has none",
    title: "Fill missing descriptions",
  },
  "label-fences": {
    example: "label code fences",
    does: "adds the language to code blocks that have none, if it is certain",
    title: "Label code fences",
  },
  "fix-headings": {
    example: "fix heading levels",
    does: "closes gaps between levels, such as from ## to ####, and nothing else",
    title: "Fix heading levels",
  },
  "fix-spelling": {
    example: "fix misspellings",
    does: "corrects words from a short list of known misspellings, in the text only",
    title: "Fix misspellings",
  },
  "update-copyright": {
    example: "update copyright year",
    does: "sets the last year of copyright notices to this year, or to the year you name",
    title: "Update the copyright year",
    values: [{ name: "year", label: "Year", kind: "year", isOptional: true }],
  },
  "trim-spaces": {
    example: "remove trailing spaces",
    does: "removes trailing spaces that have no meaning, and adds a final line break",
    title: "Remove trailing spaces",
  },
  "add-redirects": {
    example: "add missing redirects for moved pages",
    does: "redirects old addresses of pages that were moved in git, and lists those of removed pages",
    title: "Add missing redirects",
  },
  "check-style": {
    example: "apply the style rules",
    does: "follows the terms and rules of your Vale styles, also inside components: replaces what has one replacement, and lists the rest",
    title: "Apply the style rules",
  },
  "report-unused": {
    example: "list unused pages and images",
    does: "lists pages that nothing leads to, and images that nothing mentions; it removes none",
    title: "Unused pages and images",
  },
  "report-alt-text": {
    example: "list images without alt text",
    does: "lists images that have no alternative text; somebody has to look at them to write it",
    title: "Missing alt text",
  },
  "report-dead-links": {
    example: "check external links",
    does: "asks the addresses of links to other websites, and lists those that fail, with the time since when",
    title: "Dead external links",
  },
} as const satisfies Record<string, TaskText>;
export type AgentTaskName = keyof typeof tasks;

/** A task that the agent does without a language model. */
export interface AgentTask extends TaskText {
  name: AgentTaskName;
}

export const agentTaskNames = Object.keys(tasks) as readonly AgentTaskName[];
export const agentTasks: readonly AgentTask[] = agentTaskNames.map((name) => ({ name, ...tasks[name] }));

/** A task with its values. */
export interface AskedAgentTask {
  name: AgentTaskName;
  from?: string;
  to?: string;
  year?: string;
  /** The page or folder that the task is limited to. */
  in?: string;
}

const quotes = [`""`, "“”", "«»", "「」"];
const forms: Partial<Record<AgentTaskName, string>> = {
  "move-page": "move the page {from} to {to}",
  "rename-term": "rename {from} to {to}",
  "replace-text": "replace {from} with {to}",
};

/** The prompt that asks for a task, or the reason if there is none. */
export function writeTaskPrompt({ name, in: scope, ...values }: AskedAgentTask): { prompt: string } | { why: string } {
  const task = agentTasks.find((one) => one.name === name);
  const given = new Map(Object.entries({ ...values, in: scope }).filter(([, value]) => value !== undefined));
  const known = task?.values ?? [];
  const extra = [...given.keys()].find((value) => value !== "in" && !known.some((one) => one.name === value));
  const missing = known.find((one) => one.isOptional !== true && !given.has(one.name));
  if (task === undefined) return { why: `There is no task ${name}.` };
  if (extra !== undefined) return { why: `The task ${name} takes no "${extra}".` };
  if (missing !== undefined) return { why: `The task ${name} needs "${missing.name}".` };
  const inQuotes = new Map([...given].map(([key, value = ""]) => [key, key === "year" ? value : quoted(value)]));
  const unwritable = [...inQuotes].find(([, value]) => value === undefined);
  if (unwritable !== undefined) return { why: `"${unwritable[0]}" contains too many kinds of quotation marks.` };
  const asked = (forms[name] ?? task.example).replaceAll(/\{(\w+)\}/g, (_, value) => inQuotes.get(value) ?? "");
  const [year, limit] = [inQuotes.get("year"), inQuotes.get("in")];
  return { prompt: `${asked}${year === undefined ? "" : ` to ${year}`}${limit === undefined ? "" : ` in ${limit}`}` };
}

/** In quotation marks that the text doesn't contain; undefined if it contains all of them. */
function quoted(text: string): string | undefined {
  const pair = quotes.find((marks) => ![...marks].some((mark) => text.includes(mark)));
  return pair && `${pair[0]}${text.trim()}${pair[1]}`;
}
