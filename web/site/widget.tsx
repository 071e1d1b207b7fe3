import { publicServer } from "./server.ts";

const { src, dataset } = document.currentScript as HTMLScriptElement;

/** What the page around may call. */
Object.assign(window, {
  Lectern: { send: publicServer(new URL(src).origin, dataset.domain ?? "", dataset.key ?? "") },
});
