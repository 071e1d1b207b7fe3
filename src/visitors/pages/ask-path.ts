/** Where programs ask a site a question, in the query `q`. */
export const askPath = "/ask";
