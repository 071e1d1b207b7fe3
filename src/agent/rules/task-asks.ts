import { type AgentTask, type AgentTaskName, agentTasks } from "../../contract/agent-tasks.ts";

/** How people ask for a task. */
interface TaskAsks {
  /**
   * A task with values has its values in braces, and a request must have the same form. A task without values is
   * recognized by requests with similar words.
   */
  asks: readonly string[];
  /** Requests that need nothing else, because the task does that anyway: `keep old links working`. */
  implies?: readonly string[];
}

/** A task with the ways to ask for it. */
export interface KnownTask extends AgentTask, TaskAsks {}

const asksByTask: Readonly<Record<AgentTaskName, TaskAsks>> = {
  "fix-anchors": {
    asks: [
      "fix broken anchors",
      "repair anchor links",
      "fix broken anchor links",
      "fix links to headings",
      "fix links to renamed headings",
      "fix broken links to sections",
      "broken anchors",
    ],
  },
  "fix-links": {
    asks: [
      "fix broken links",
      "repair dead links",
      "fix internal links",
      "fix links",
      "broken links",
      "links lead nowhere",
      "links that do not work",
      "fix links that return 404",
      "fix 404s",
      "fix stale hyperlinks between pages",
      "make sure that no link is broken",
    ],
  },
  "move-page": {
    asks: [
      "move {from} to {to}",
      "mv {from} {to}",
      "{from} should be moved to {to}",
      "{from} should be under {to}",
      "{from} should live at {to}",
      "{from} needs to move to {to}",
      "change the slug of {from} to {to}",
      "move {from} into {to}",
      "move {from} under {to}",
      "relocate {from} to {to}",
      "rename {from} to {to}",
      "rename {from} into {to}",
      "rename {from} as {to}",
      "change the path of {from} to {to}",
    ],
    implies: [
      "keep old links working",
      "add a redirect",
      "redirect the old address",
      "update the links",
      "fix links to it",
      "update the navigation",
    ],
  },
  "rename-term": {
    asks: [
      "rename {from} to {to}",
      "rename {from} into {to}",
      "rename {from} as {to}",
      "rename {from} -> {to}",
      "rename {from} → {to}",
      "rename {from} => {to}",
      "change the name of {from} to {to}",
      "changed our name from {from} to {to}",
      "change the name {from} to {to}",
      "use the name {to} instead of {from}",
      "{from} is now called {to}",
      "{from} becomes {to}",
      "rebrand {from} to {to}",
      "rebrand {from} as {to}",
      "{from} is now named {to}",
      "{from} is called {to}",
      "{from} was renamed to {to}",
      "{from} has been renamed to {to}",
      "{from} should be called {to}",
    ],
    implies: [
      "not in code",
      "not in code blocks",
      "keep the case",
      "keep capitalization",
      "update headings and their links",
      "leave URLs alone",
    ],
  },
  "replace-text": {
    asks: [
      "replace {from} with {to}",
      "replace {from} by {to}",
      "replace {from} -> {to}",
      "change {from} to {to}",
      "change {from} into {to}",
      "turn {from} into {to}",
      "substitute {from} with {to}",
      "substitute {from} by {to}",
      "find {from} and replace with {to}",
      "find {from} and replace it with {to}",
      "wherever it says {from} it should say {to}",
      "substitute {to} for {from}",
      "swap {from} for {to}",
      "swap {from} with {to}",
      "use {to} instead of {from}",
      "say {to} instead of {from}",
      "write {to} instead of {from}",
      "write {to} not {from}",
      "{from} should be {to}",
      "{from} should read {to}",
    ],
    implies: ["not in code", "not in code blocks", "leave URLs alone"],
  },
  "add-orphans": {
    asks: [
      "add orphan pages to the navigation",
      "add orphaned pages",
      "fix orphan pages",
      "add unlisted pages to the sidebar",
      "add pages that are missing in the settings",
      "add missing pages to the navigation",
      "add pages that are not in the menu",
      "put pages that nobody links from the nav into it",
      "pages never made it into the sidebar",
      "pages are absent from the navigation",
    ],
  },
  "fill-descriptions": {
    asks: [
      "fill missing descriptions",
      "fill in empty descriptions in the frontmatter",
      "add a description to pages without one",
      "add missing meta descriptions for SEO",
      "write descriptions for pages that lack them",
      "generate descriptions",
      "pages without a description",
    ],
  },
  "label-fences": {
    asks: [
      "label code fences",
      "add languages to code blocks",
      "add missing language tags to code fences",
      "add the language to code samples",
      "fix code blocks without a language",
      "fix unlabeled code blocks",
      "code blocks without a language",
      "tag code snippets with a language",
      "annotate code blocks with syntax highlighting",
    ],
    implies: ["syntax highlighting"],
  },
  "fix-headings": {
    asks: [
      "fix heading levels",
      "fix the heading hierarchy",
      "fix the heading structure",
      "fix skipped headings",
      "fix the order of headings",
      "headings jump levels",
      "make headings consistent",
      "correct header nesting",
      "skipped heading levels",
    ],
    implies: ["some pages jump from h2 to h4", "no skipped levels"],
  },
  "fix-spelling": {
    asks: [
      "fix misspellings",
      "fix spelling mistakes",
      "fix typos",
      "fix spelling errors",
      "proofread",
      "correct misspelled words",
      "spell check",
      "typos",
    ],
  },
  "update-copyright": {
    asks: [
      "update copyright year",
      "update the copyright notice in the footer",
      "change the year of the copyright",
      "fix copyright dates",
      "bump the copyright",
      "set the copyright to the current year",
      "copyright year is out of date",
    ],
  },
  "trim-spaces": {
    asks: [
      "remove trailing spaces",
      "remove trailing whitespace at the ends of lines",
      "strip trailing blanks",
      "fix trailing spaces",
      "apply safe lint fixes",
      "tidy up whitespace",
      "trailing spaces",
      "lint",
    ],
  },
  "add-redirects": {
    asks: [
      "add missing redirects for moved pages",
      "add redirects for removed pages",
      "redirect the addresses of deleted pages",
      "which removed pages have no redirect",
      "add redirects for renamed pages",
      "old addresses of moved pages should redirect",
      "add missing redirects",
    ],
  },
  "check-style": {
    asks: [
      "apply the style rules",
      "check the style guide",
      "run vale",
      "fix style guide violations",
      "check the terminology rules",
      "apply our vale styles",
      "run our vale rules",
      "apply the house style",
    ],
  },
  "report-unused": {
    asks: [
      "list unused pages and images",
      "find unused images",
      "find unused pages",
      "which images are not used anywhere",
      "report unused files",
      "which assets are unreferenced",
      "unused images",
      "unused pages",
      "images that nobody uses",
      "pages that nobody links to",
    ],
  },
  "report-alt-text": {
    asks: [
      "list images without alt text",
      "find images with missing alt text",
      "check alt text",
      "which images have no alt text",
      "add alt text to images",
      "missing alt text",
      "pictures lack alt text",
    ],
  },
  "report-dead-links": {
    asks: ["check external links", "find dead external links", "check links to other websites", "dead external links"],
  },
};

/** A request goes to the first task that it certainly asks for. */
export const knownTasks: readonly KnownTask[] = agentTasks.map((task) => ({ ...task, ...asksByTask[task.name] }));
