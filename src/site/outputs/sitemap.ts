import { escapeXml } from "../ground/html/escape.ts";

export interface SitemapPage {
  url: string;
  editedAt: string | undefined;
}

/** Every page that engines may list, with the day it was last edited. */
export function sitemap(pages: SitemapPage[]): string {
  const entries = pages.map(({ url, editedAt }) => {
    const day = editedAt === undefined ? undefined : dayOf(editedAt);
    const edited = day === undefined ? "" : `<lastmod>${day}</lastmod>`;
    return `<url><loc>${escapeXml(url)}</loc>${edited}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
}

function dayOf(date: string): string | undefined {
  const time = new Date(date);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().slice(0, 10);
}
