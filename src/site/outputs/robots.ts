/** What crawlers may do with a page they have read; see contentsignals.org. */
export const defaultContentSignal = "ai-train=yes, search=yes, ai-input=yes";

export interface RobotsRequest {
  isIndexed: boolean;
  contentSignal: string;
  /** In full; engines take nothing else. */
  sitemapUrl: string | undefined;
}

export function robots({ isIndexed, contentSignal, sitemapUrl }: RobotsRequest): string {
  if (!isIndexed) return "User-agent: *\nDisallow: /\n";
  const signal = contentSignal === "" ? "" : `Content-Signal: ${contentSignal}\n`;
  const end = sitemapUrl === undefined ? "" : `\nSitemap: ${sitemapUrl}\n`;
  return `User-agent: *\n${signal}Allow: /\n${end}`;
}
