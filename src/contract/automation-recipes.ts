import type { AutomationDefinition } from "./automation-operations.ts";

/** An automation that is ready to be switched on. */
export interface AutomationRecipe {
  definition: AutomationDefinition;
  does: string;
  needsModel?: true;
}

const monday = "0 6 * * 1";

export const automationRecipes: readonly AutomationRecipe[] = [
  {
    definition: { name: "Broken links", when: { schedule: monday }, do: { task: { name: "fix-links" } } },
    does: "Every Monday, corrects links to pages that were moved or misspelled.",
  },
  {
    definition: {
      name: "External links",
      when: { schedule: monday },
      do: { task: { name: "report-dead-links" } },
    },
    does: "Every Monday, lists the links to other websites that fail, and since when.",
  },
  {
    definition: {
      name: "Gaps from questions",
      when: { question: 3 },
      do: { answerQuestions: true },
      pullRequest: "new",
      limits: { runsPerDay: 3 },
    },
    does: "When three questions about a subject had no answer, writes one. Without a language model, it opens a draft with the questions.",
  },
  {
    definition: { name: "Descriptions", when: { push: true }, do: { task: { name: "fill-descriptions" } } },
    does: "After each push, adds descriptions to pages that have none.",
  },
  {
    definition: {
      name: "Translations",
      when: { push: true },
      do: {
        prompt:
          "Find the pages in the default language whose translations are older than they are, and update these translations. Change nothing else.",
      },
    },
    does: "After each push, updates the translations of changed pages.",
    needsModel: true,
  },
  {
    definition: {
      name: "Docs for changed code",
      when: { codePush: true },
      do: {
        prompt:
          "A commit was pushed to a code repository of this project. Read the code that it may have changed, find the pages that are wrong or incomplete now, and correct them. If none is, change nothing.",
      },
    },
    does: "After each push to a code repository, corrects the pages that describe it.",
    needsModel: true,
  },
  {
    definition: { name: "Style", when: { push: true }, do: { task: { name: "check-style" } } },
    does: "After each push, applies the terms and rules of your Vale styles.",
  },
  {
    definition: {
      name: "Changelog",
      when: { release: true },
      do: {
        prompt:
          "Add an entry for this release to the changelog page, in the style of its earlier entries. List what matters to readers, one line each. If it has an entry already, change nothing.",
      },
    },
    does: "After each release of the repository, adds it to the changelog page.",
    needsModel: true,
  },
];
