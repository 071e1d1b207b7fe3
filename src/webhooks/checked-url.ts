import { AppError } from "../platform/errors.ts";

/** The address of a webhook, as a person has entered it. Whether the server may contact it is checked with each request. */
export function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new AppError("bad_request", "The webhook's address must be an https:// URL without a user name or password.");
  }
  return url.href;
}
