/** The path of a page's file: the home page is `index.html`, `/guides/start` is `guides/start.html`. */
export function pageFilePath(url: string): string {
  return url === "/" ? "index.html" : `${url.slice(1)}.html`;
}
