import { JSDOM } from "jsdom";

// React draws into a document. Everything else stays Node's own: the server runs in this process too.
const { window } = new JSDOM("<!doctype html><body></body>", { url: "http://localhost" });
Object.assign(globalThis, { window, document: window.document, IS_REACT_ACT_ENVIRONMENT: true });
