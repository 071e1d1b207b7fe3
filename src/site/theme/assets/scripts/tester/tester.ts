import { reader } from "../reader-profile.ts";
import { chosenServer, chosenServerAddress, type Field, fill, type TesterWords } from "./form.ts";
import { makeBody, makeRequest } from "./make-request.ts";
import { elapsed, note, showResponse } from "./show-response.ts";
import { showSample } from "./show-sample.ts";

// The request tester of API pages. This script reads the form in the page, sends the request and shows the response.
const storageKey = "lectern-tester";

const dialog = document.querySelector<HTMLDialogElement>("dialog.tester");
const form = dialog?.querySelector("form");
const answer = form?.querySelector<HTMLElement>(".tester-answer");
if (dialog && form && answer) startTester(dialog, form, answer);

function startTester(dialog: HTMLDialogElement, form: HTMLFormElement, answer: HTMLElement): void {
  const send = form.querySelector(".tester-send");
  const examples = form.querySelector<HTMLDetailsElement>(".tester-examples");
  const words = JSON.parse(form.dataset.words ?? "{}") as TesterWords;
  let running: AbortController | undefined;

  for (const button of document.querySelectorAll("[data-tester]")) {
    button.addEventListener("click", () => {
      recallCredentials(form);
      void fillFromProfile(form).then(update);
      update();
      dialog.showModal();
    });
  }
  if (examples) fillExamples(examples);
  for (const button of form.querySelectorAll("[data-close]")) button.addEventListener("click", () => dialog.close());
  // The site's script handles these events first: it switches the language of this sample and of those in the page.
  for (const name of ["click", "keydown"])
    document.addEventListener(name, () => dialog.open && showSample(form, words));
  dialog.addEventListener("close", () => running?.abort());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  form.addEventListener("input", update);
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.matches("[data-example]")) return;
    const body = target.closest("[data-content-fields]")?.querySelector<Field>("[data-body]");
    if (body) body.value = target.value;
    update();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (running) running.abort();
    else if (form.reportValidity()) void run();
  });

  /** Shows the fields of the chosen server, authentication and content type, and the resulting request. */
  function update(): void {
    const server = chosenServer(form);
    for (const field of form.querySelectorAll<HTMLElement>("[data-variable-of]")) {
      field.hidden = field.dataset.variableOf !== server;
    }
    toggle(form, "data-way-fields", form.querySelector<Field>("[data-way]")?.value);
    toggle(form, "data-content-fields", form.querySelector<Field>("[data-content]")?.value);
    showSample(form, words);
  }

  async function run(): Promise<void> {
    let url: URL;
    let options: RequestInit;
    try {
      const made = makeRequest(form, words);
      const { method = "GET", credentials } = form.dataset;
      const body = makeBody(form, made.headers, words) ?? null;
      url = made.url;
      options = { method, headers: made.headers, body, redirect: "follow" };
      options.credentials = credentials === "include" ? "include" : "omit";
    } catch (error) {
      answer.replaceChildren(note(words.cannotSend, error instanceof Error ? error.message : "", "failed"));
      return;
    }
    keepCredentials(form);
    const controller = new AbortController();
    running = controller;
    if (send) send.textContent = words.stop;
    const start = performance.now();
    const waiting = note(words.sending, readable(url), "sending");
    const clock = setInterval(() => waiting.setAttribute("data-elapsed", elapsed(start)), 1_000);
    answer.replaceChildren(waiting);
    reveal(answer);
    try {
      const response = await fetch(url, { ...options, signal: controller.signal });
      if (examples) examples.open = false;
      await showResponse(answer, response, start, words, () => controller.abort());
    } catch (error) {
      const isStopped = error instanceof Error && error.name === "AbortError";
      if (isStopped) answer.append(note(words.stopped, words.stoppedHint, "stopped"));
      else answer.replaceChildren(note(words.noAnswer, explain(url, words), "failed"));
    } finally {
      clearInterval(clock);
      reveal(answer);
      running = undefined;
      if (send) send.textContent = words.send;
    }
  }
}

/** Scrolls to the response, because on a phone it is below the form and the sample. */
function reveal(answer: HTMLElement): void {
  answer.scrollIntoView({ block: matchMedia("(max-width: 760px)").matches ? "start" : "nearest" });
}

/** Copies the examples of the page. The copies need their own IDs. */
function fillExamples(box: HTMLDetailsElement): void {
  const label = box.querySelector("summary")?.textContent;
  const example = [...document.querySelectorAll(".article-aside .example")].find((group) => group.ariaLabel === label);
  const copy = example?.firstElementChild?.cloneNode(true);
  if (!(copy instanceof Element)) {
    box.replaceWith(...box.querySelectorAll("a"));
    return;
  }
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "aria-controls", "aria-labelledby"]) {
      const value = part.getAttribute(name);
      if (value !== null) part.setAttribute(name, `tester-${value}`);
    }
  }
  copy.querySelector(".ask-code")?.remove();
  box.querySelector("summary")?.after(copy);
}

function toggle(form: HTMLFormElement, attribute: string, chosen: string | undefined): void {
  if (chosen === undefined) return;
  for (const part of form.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
    part.hidden = part.getAttribute(attribute) !== chosen;
  }
}

/** The URL with readable braces around parameters without a value. */
function readable({ href }: URL): string {
  return href.replaceAll("%7B", "{").replaceAll("%7D", "}");
}

/** A browser doesn't say why a request failed, so the message names the likely reasons. */
function explain({ origin, protocol }: URL, { httpRefused, noAccess }: TesterWords): string {
  if (location.protocol === "https:" && protocol === "http:") return fill(httpRefused, { origin });
  return fill(noAccess, { origin, header: `“Access-Control-Allow-Origin: ${location.origin}”` });
}

/** Credentials are stored only if the reader asks for it, and only until the tab is closed. */
function keepCredentials(form: HTMLFormElement): void {
  const remember = form.querySelector<HTMLInputElement>("[data-remember]");
  if (!remember) return;
  if (!remember.checked) {
    sessionStorage.removeItem(storageKey);
    return;
  }
  const values = Object.fromEntries(credentialFields(form).map((field) => [credentialName(form, field), field.value]));
  sessionStorage.setItem(storageKey, JSON.stringify({ ...storedCredentials(), ...values }));
}

function recallCredentials(form: HTMLFormElement): void {
  const remember = form.querySelector<HTMLInputElement>("[data-remember]");
  const values = storedCredentials();
  for (const field of credentialFields(form)) {
    const value = values[credentialName(form, field)];
    if (!remember || typeof value !== "string" || field.value !== "") continue;
    field.value = value;
    remember.checked = true;
  }
}

/** Fills in what the site knows about the reader, who may overwrite it. */
async function fillFromProfile(form: HTMLFormElement): Promise<void> {
  const { apiPlaygroundInputs: inputs = {} } = await reader;
  for (const field of form.querySelectorAll<Field>("[data-parameter], [data-place], [data-variable]")) {
    const { parameter, place = parameter ?? "server", variable = "", name = variable } = field.dataset;
    const value = inputs[place]?.[name];
    if (field.value === "" && ["string", "number", "boolean"].includes(typeof value)) field.value = String(value);
  }
}

function storedCredentials(): Record<string, unknown> {
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

function credentialFields(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>("[data-scheme]")];
}

/** The name includes the server, so that a key is never sent to another server whose scheme has the same name. */
function credentialName(form: HTMLFormElement, { dataset }: Field): string {
  return [chosenServerAddress(form), dataset.scheme, dataset.basic ?? dataset.name].join(" ");
}
