/** The hash of the token section on the account page. */
export const tokensHash = "tokens";
