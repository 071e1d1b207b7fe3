import type { ListQuery } from "./schemas.ts";

const perPageDefault = 30;
const perPageMax = 100;
const pageMax = 10_000;

export interface Page {
  limit: number;
  offset: number;
  page: number;
}

/** As GitHub reads it: what is no number in its bounds is the default. */
export function pageOf({ per_page, page }: ListQuery): Page {
  const limit = Math.min(wholeNumber(per_page) ?? perPageDefault, perPageMax);
  const number = Math.min(wholeNumber(page) ?? 1, pageMax);
  return { limit, page: number, offset: (number - 1) * limit };
}

/** The `Link` header that leads from page to page; `undefined` where there is only one. */
export function pageLinks(url: URL, { page }: Page, hasMore: boolean): string | undefined {
  const link = (number: number, name: string) => {
    const target = new URL(url);
    target.searchParams.set("page", String(number));
    return `<${target.href}>; rel="${name}"`;
  };
  const links = [
    ...(page > 1 ? [link(page - 1, "prev"), link(1, "first")] : []),
    ...(hasMore ? [link(page + 1, "next")] : []),
  ];
  return links.length === 0 ? undefined : links.join(", ");
}

function wholeNumber(text: string | undefined): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : undefined;
}
