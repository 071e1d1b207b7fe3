/** The methods of a path, in the order in which their pages are generated. */
export const httpMethods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

export type HttpMethod = (typeof httpMethods)[number];

export function isHttpMethod(word: string): word is HttpMethod {
  return httpMethods.some((method) => method === word);
}
