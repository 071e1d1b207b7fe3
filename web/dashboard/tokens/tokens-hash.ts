/** The part of the account page that other pages link to. */
export const tokensHash = "tokens";
