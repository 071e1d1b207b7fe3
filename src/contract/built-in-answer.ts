/** How an answer in the words of the pages begins, so that a reader knows whose words they are. */
export const builtInAnswerLead = "**From the docs: ";
