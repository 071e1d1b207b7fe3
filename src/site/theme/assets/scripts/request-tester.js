// The request tester of API pages. The form stands in the page; this reads it, sends the request and shows the answer.
(() => {
  const dialog = document.querySelector("dialog.tester");
  const form = dialog?.querySelector("form");
  if (!form) return;
  const answer = form.querySelector(".tester-answer");
  const preview = form.querySelector(".tester-url");
  const send = form.querySelector(".tester-send");
  const remember = form.querySelector("[data-remember]");
  const shownLengthMax = 1_000_000;
  const pictureBytesMax = 20_000_000;
  const pictureWidthMax = 2_000;
  const storeName = "lectern-tester";
  const words = JSON.parse(form.dataset.words);
  let running;

  for (const button of document.querySelectorAll("[data-tester]")) {
    button.addEventListener("click", () => {
      recall();
      update();
      dialog.showModal();
    });
  }
  form.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => running?.abort());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  form.addEventListener("input", update);
  form.addEventListener("change", ({ target }) => {
    if (!target.matches("[data-example]")) return;
    target.closest("[data-content-fields]").querySelector("[data-body]").value = target.value;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (running) running.abort();
    else if (form.reportValidity()) run();
  });

  /** Shows the fields of the chosen server, way and content type, and the address they make. */
  function update() {
    const server = form.querySelector("[data-server]").value;
    for (const field of form.querySelectorAll("[data-variable-of]")) field.hidden = field.dataset.variableOf !== server;
    toggle("data-way-fields", form.querySelector("[data-way]")?.value);
    toggle("data-content-fields", form.querySelector("[data-content]")?.value);
    try {
      preview.textContent = readable(makeRequest().url);
    } catch {
      preview.textContent = "";
    }
  }

  function toggle(attribute, chosen) {
    if (chosen === undefined) return;
    for (const part of form.querySelectorAll(`[${attribute}]`)) part.hidden = part.getAttribute(attribute) !== chosen;
  }

  /** Throws a sentence for the reader when a field cannot be read. */
  function makeRequest() {
    const headers = new Headers();
    const query = new URLSearchParams();
    let path = form.dataset.path;
    for (const field of form.querySelectorAll("[data-parameter]")) {
      const { name, parameter: place } = field.dataset;
      if (field.value === "" && place !== "path") continue;
      const pairs = valuesOf(field);
      const joined = pairs.map(([, value]) => value).join(",");
      if (place === "path")
        path = path.replaceAll(`{${name}}`, joined === "" ? `{${name}}` : encodeURIComponent(joined));
      else if (place === "header") setHeader(headers, name, joined);
      else for (const [key, value] of pairs) query.append(key, value);
    }
    for (const field of form.querySelectorAll("[data-way-fields]:not([hidden]) [data-place]")) {
      if (field.value === "") continue;
      const { name, place, prefix } = field.dataset;
      const value = prefix ? `${prefix} ${field.value}` : field.value;
      if (place === "header") setHeader(headers, name, value);
      else if (place === "query") query.append(name, value);
    }
    const user = form.querySelector('[data-way-fields]:not([hidden]) [data-basic="user"]');
    const password = form.querySelector('[data-way-fields]:not([hidden]) [data-basic="password"]');
    if (user?.value) setHeader(headers, "Authorization", `Basic ${encodeBase64(`${user.value}:${password.value}`)}`);
    const url = new URL(serverAddress() + path, location.origin);
    for (const [key, value] of query) url.searchParams.append(key, value);
    return { url, headers };
  }

  /** A parameter without a value keeps its braces. */
  function readable({ href }) {
    return href.replaceAll("%7B", "{").replaceAll("%7D", "}");
  }

  function serverAddress() {
    const server = form.querySelector("[data-server]").value;
    let address = server;
    for (const field of form.querySelectorAll("[data-variable-of]")) {
      const variable = field.querySelector("[data-variable]");
      if (field.dataset.variableOf === server) {
        address = address.replaceAll(`{${variable.dataset.variable}}`, () => variable.value);
      }
    }
    return address.replace(/\/+$/, "");
  }

  /** The pairs that a field becomes, by the rules of OpenAPI for lists and objects. */
  function valuesOf(field) {
    const { name, type, style, explode } = field.dataset;
    if (type === "array") {
      const items = field.value.split("\n").filter((item) => item !== "");
      if (style === "deepObject") return deepPairs(name, items);
      if (explode !== undefined) return items.map((item) => [name, item]);
      return [[name, items.join(style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",")]];
    }
    if (type !== "object") return [[name, field.value]];
    const value = parse(field.value, name);
    if (style === "deepObject") return deepPairs(name, value);
    const entries = Object.entries(value).map(([key, item]) => [key, printed(item)]);
    return explode === undefined ? [[name, entries.flat().join(",")]] : entries;
  }

  /** `filter[name]=a`, `items[0][price]=b`, `tags[]=c`, as the samples of the page write it. */
  function deepPairs(name, value) {
    if (typeof value !== "object" || value === null) return [[name, printed(value)]];
    if (!Array.isArray(value)) {
      return Object.entries(value).flatMap(([key, item]) => deepPairs(`${name}[${key}]`, item));
    }
    const isPlain = value.every((item) => typeof item !== "object" || item === null);
    const listName = name.endsWith("[]") ? name : `${name}[]`;
    return value.flatMap((item, index) => deepPairs(isPlain ? listName : `${name}[${index}]`, item));
  }

  /** The pairs of all filled fields of a form; a file stands for itself. */
  function partPairs(fields) {
    return [...fields.querySelectorAll("[data-part]")].flatMap((part) => {
      if (part.type === "file") return [...part.files].map((file) => [part.dataset.name, file]);
      return part.value === "" ? [] : valuesOf(part);
    });
  }

  function makeBody(headers) {
    const fields = form.querySelector("[data-content-fields]:not([hidden])");
    if (!fields || ["GET", "HEAD"].includes(form.dataset.method)) return undefined;
    const type = fields.dataset.contentFields;
    const text = fields.querySelector("[data-body]");
    const file = fields.querySelector("[data-file]");
    if (type.startsWith("multipart/")) {
      const body = new FormData();
      for (const [name, value] of partPairs(fields)) body.append(name, value);
      return body;
    }
    setHeader(headers, "Content-Type", type === "*/*" ? "application/json" : type);
    if (file) return file.files[0];
    if (!text) return new URLSearchParams(partPairs(fields));
    if (text.value.trim() === "") return undefined;
    if (/json/i.test(type)) parse(text.value, words.body);
    return text.value;
  }

  async function run() {
    let request;
    try {
      const { url, headers } = makeRequest();
      const { method, credentials } = form.dataset;
      request = { url, options: { method, headers, body: makeBody(headers), credentials, redirect: "follow" } };
    } catch (error) {
      return show(note(words.cannotSend, error.message));
    }
    keep();
    running = new AbortController();
    send.textContent = words.stop;
    show(note(words.sending, readable(request.url)));
    // On a phone the answer stands below the fields.
    answer.scrollIntoView({ block: "start" });
    const start = performance.now();
    try {
      const response = await fetch(request.url, { ...request.options, signal: running.signal });
      await showResponse(response, start);
    } catch (error) {
      if (error.name === "AbortError") answer.append(note(words.stopped, words.stoppedHint));
      else show(note(words.noAnswer, explain(request.url)));
    } finally {
      running = undefined;
      send.textContent = words.send;
    }
  }

  /** A browser does not tell a page why a request failed, so the likely reasons are told. */
  function explain(url) {
    const { origin } = url;
    if (location.protocol === "https:" && url.protocol === "http:") return fill(words.httpRefused, { origin });
    return fill(words.noAccess, { origin, header: `“Access-Control-Allow-Origin: ${location.origin}”` });
  }

  async function showResponse(response, start) {
    const kind = response.type === "opaqueredirect" ? "3" : String(response.status)[0];
    const status = element("span", `status status-${kind}`, `${response.status} ${response.statusText}`.trim());
    const facts = element("span", "tester-facts", time(start));
    const head = element("p", "tester-status", status, " ", facts);
    const rows = [...response.headers].map(([name, value]) =>
      element("div", "", element("dt", "", name), element("dd", "", value)),
    );
    const headers = element(
      "details",
      "tester-headers",
      element("summary", "", `${words.headers} (${rows.length})`),
      element("dl", "", ...rows),
    );
    const code = element("code", "");
    const box = element("pre", "tester-body-text", code);
    box.tabIndex = 0;
    show(head, headers, box);
    const type = response.headers.get("content-type") ?? "";
    if (/^(?:image|audio|video|font)\/|octet-stream|zip|pdf/.test(type)) {
      const blob = await response.blob();
      const link = element("a", "", fill(words.saveBytes, { count: blob.size.toLocaleString(), type }));
      link.href = URL.createObjectURL(blob);
      link.download = "response";
      box.replaceWith(...(await pictureOf(blob)), element("p", "", link));
      return;
    }
    const text = await readText(response, code);
    const size = fill(words.bytes, { count: new Blob([text]).size.toLocaleString() });
    facts.textContent = `${time(start)} · ${size}`;
    if (text === "") box.replaceWith(element("p", "tester-hint", words.emptyBody));
    else if (/json/i.test(type)) paint(code, text);
  }

  /** A picture of the answer, drawn and not loaded: the policy of the page lets nothing in by another address. */
  async function pictureOf(blob) {
    if (!blob.type.startsWith("image/") || blob.size > pictureBytesMax) return [];
    const bitmap = await createImageBitmap(blob).catch(() => undefined);
    if (!bitmap) return [];
    const canvas = element("canvas", "tester-picture");
    const scale = Math.min(1, pictureWidthMax / bitmap.width, pictureWidthMax / bitmap.height);
    canvas.width = Math.max(1, bitmap.width * scale);
    canvas.height = Math.max(1, bitmap.height * scale);
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    canvas.role = "img";
    canvas.ariaLabel = blob.type;
    return [canvas];
  }

  /** Shows text as it comes: an answer may be a stream that never ends. */
  async function readText(response, code) {
    const decoder = new TextDecoder();
    let text = "";
    if (!response.body) return text;
    for (const reader = response.body.getReader(); text.length < shownLengthMax; ) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += decoder.decode(value, { stream: true });
      code.textContent = text;
    }
    running?.abort();
    return text;
  }

  const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

  /** Colours JSON with the classes of the site's code. The words go in as text and never as markup. */
  function paint(code, text) {
    let pretty;
    try {
      pretty = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return;
    }
    const parts = [];
    let end = 0;
    for (const match of pretty.matchAll(token)) {
      const [whole, string, colon] = match;
      const kind = colon ? "attr" : string ? "string" : /^[tfn]/.test(whole) ? "literal" : "number";
      parts.push(pretty.slice(end, match.index), element("span", `hljs-${kind}`, string ?? whole), colon ?? "");
      end = match.index + whole.length;
    }
    code.replaceChildren(...parts, pretty.slice(end));
  }

  /** Nothing is kept unless the reader asks, and then only until the tab is closed. */
  function keep() {
    if (!remember) return;
    const values = {};
    for (const field of form.querySelectorAll("[data-scheme]")) values[authName(field)] = field.value;
    if (remember.checked) sessionStorage.setItem(storeName, JSON.stringify({ ...stored(), ...values }));
    else sessionStorage.removeItem(storeName);
  }

  function recall() {
    const values = stored();
    for (const field of form.querySelectorAll("[data-scheme]")) {
      const value = values[authName(field)];
      if (typeof value !== "string" || field.value !== "") continue;
      field.value = value;
      remember.checked = true;
    }
  }

  function stored() {
    try {
      return JSON.parse(sessionStorage.getItem(storeName)) ?? {};
    } catch {
      return {};
    }
  }

  /** A key belongs to a server: another one must not get it only because its scheme has the same name. */
  function authName(field) {
    return [serverAddress(), field.dataset.scheme, field.dataset.basic ?? field.dataset.name].join(" ");
  }

  function setHeader(headers, name, value) {
    try {
      headers.set(name, value);
    } catch {
      throw new Error(fill(words.badHeader, { name }));
    }
  }

  function parse(text, name) {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new Error(fill(words.badJson, { name, error: error.message }));
    }
  }

  function printed(value) {
    return typeof value === "string" ? value : JSON.stringify(value);
  }

  function encodeBase64(text) {
    return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  }

  /** Puts values in the place of their names in braces. */
  function fill(word, values) {
    return word.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  }

  function time(start) {
    return `${Math.round(performance.now() - start).toLocaleString()} ms`;
  }

  function note(title, text) {
    return element("div", "tester-note", element("strong", "", title), element("p", "", text));
  }

  function show(...nodes) {
    answer.replaceChildren(...nodes);
  }

  function element(tag, className, ...children) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...children);
    return made;
  }
})();
