/** How an answer quoted from the pages begins, so that readers know its source. */
export const builtInAnswerLead = "**From the docs: ";
