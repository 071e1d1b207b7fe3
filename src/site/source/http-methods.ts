/** In the order in which the pages of one path stand; a path item may also hold other keys. */
export const httpMethods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

export type HttpMethod = (typeof httpMethods)[number];

export function isHttpMethod(word: string): word is HttpMethod {
  return httpMethods.some((method) => method === word);
}
