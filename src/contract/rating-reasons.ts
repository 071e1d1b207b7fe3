/** The reasons readers can give for rating a page as helpful or not. In a file of its own because browsers load it. */
export const ratingReasons = {
  helpful: ["solved", "clear", "examples", "other"],
  notHelpful: ["missing", "unclear", "outdated", "not_working", "other"],
} as const;

/** The reasons readers can give for rating an answer of the assistant. */
export const answerReasons = {
  helpful: ["solved", "clear", "examples", "other"],
  notHelpful: ["wrong", "off_topic", "missing", "outdated", "unclear", "other"],
} as const;

export type AnswerReason = (typeof answerReasons)[keyof typeof answerReasons][number];
