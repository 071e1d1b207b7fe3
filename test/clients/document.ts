import { JSDOM } from "jsdom";

// React renders into a document. Other globals stay Node's own, because the server runs in this process too.
const { window } = new JSDOM("<!doctype html><body></body>", { url: "http://localhost" });
Object.assign(globalThis, { window, document: window.document });
