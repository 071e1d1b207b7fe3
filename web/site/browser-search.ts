import { basePath } from "./page-settings.ts";
import type { Send } from "./server.ts";

interface SearchScript {
  openSearch(folder: string): Promise<(request: object) => Promise<object[]>>;
}

interface BrowserSearch {
  send: Send;
  /** Loads the index in advance, so that it is ready when the reader types a query. */
  prepare(): void;
}

const indexFolder = "/_lectern/search";

/** Searches a site without a server in the browser: `script` does the ranking, and the index is a file of the site. */
export function browserSearch(script: string): BrowserSearch {
  let opening: ReturnType<SearchScript["openSearch"]> | undefined;

  function open(): ReturnType<SearchScript["openSearch"]> {
    opening ??= import(/* @vite-ignore */ script).then(({ openSearch }: SearchScript) =>
      openSearch(basePath() + indexFolder),
    );
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  }

  return {
    prepare: () => void open().catch(() => undefined),
    async send(name, body, signal) {
      // Other requests are for analytics, which a site without a server doesn't have.
      if (name !== "search") return new Response(null, { status: 204 });
      const search = await open();
      // The reader has continued typing while the index was loading.
      signal.throwIfAborted();
      return Response.json(await search(body));
    },
  };
}
