import { render } from "preact";
import colors from "../../src/site/theme/assets/styles/colors.css?inline";
import { AskPanel, focusField } from "./ask-panel.tsx";
import { Conversation } from "./conversation.ts";
import { Icon } from "./icons.tsx";
import { readableOn } from "./readable-on.ts";
import { publicServer } from "./server.ts";
import { openShadow } from "./shadow-root.ts";
import widget from "./styles/widget.css?inline";
import { type Turn, tabStorage } from "./thread.ts";
import { readWidgetSettings, type WidgetSettings } from "./widget-settings.ts";
import { englishWords, fill, WordsContext } from "./words.ts";

type EventName = "open" | "close" | "ask" | "answer" | "error";

/** What the page around may call, as `window.Lectern`. */
export interface Widget {
  open(): void;
  close(): void;
  /** Opens the panel and asks. */
  ask(question: string): void;
  /** Gives a function that ends the listening. */
  on(name: EventName, listener: (detail: unknown) => void): () => void;
}

const questionCharactersMax = 8_000;
const words = englishWords;

function startWidget(settings: WidgetSettings): Widget {
  const { host, root } = openShadow("lectern-widget", colors.replaceAll(":root", ":host"), widget);
  if (settings.theme !== "auto") host.dataset.theme = settings.theme;
  host.dataset.side = settings.side;
  if (settings.accent !== undefined) {
    for (const name of ["--accent-light", "--accent-dark"]) host.style.setProperty(name, settings.accent);
    host.style.setProperty("--button-text", readableOn(settings.accent));
  }
  const listeners = new Map<EventName, Set<(detail: unknown) => void>>();
  const tell = (name: EventName, detail: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(detail);
  };
  const conversation = new Conversation({
    send: publicServer(settings.origin, settings.domain, settings.key),
    // Pages of another website are none of the documentation.
    reading: () => ({ path: undefined, filter: {} }),
    ...tabStorage(`lectern-thread-${settings.domain}`),
    onTurn: (turn) => tellOf(turn, tell),
  });
  const panel = {
    conversation,
    title: settings.title ?? fill(words.askTitle, { name: "the docs" }),
    questions: settings.questions,
    contact: undefined,
    hasFeedback: true,
    ownOrigin: undefined,
  };
  let isOpen = false;

  function draw(): void {
    render(
      <WordsContext.Provider value={words}>
        {settings.hasButton && !isOpen && (
          <button class="launcher" type="button" aria-haspopup="dialog" onClick={open}>
            <Icon name="sparkles" size={18} />
            {settings.label ?? words.ask}
          </button>
        )}
        {isOpen && <AskPanel host={panel} context={[]} draft="" onContext={() => undefined} onClose={close} />}
      </WordsContext.Provider>,
      root,
    );
  }
  function open(): void {
    if (isOpen) {
      focusField(root);
      return;
    }
    isOpen = true;
    draw();
    tell("open", {});
  }
  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    draw();
    root.querySelector<HTMLElement>(".launcher")?.focus();
    tell("close", {});
  }
  addEventListener("pagehide", () => conversation.keep());
  draw();
  return {
    open,
    close,
    ask(question) {
      const text = String(question).trim().slice(0, questionCharactersMax);
      open();
      if (text === "") return;
      tell("ask", { question: text });
      void conversation.ask(text);
    },
    on(name, listener) {
      const known = listeners.get(name) ?? new Set();
      listeners.set(name, known.add(listener));
      return () => known.delete(listener);
    },
  };
}

function tellOf({ question, state, text, problem, sources }: Turn, tell: (name: EventName, detail: unknown) => void) {
  if (state === "done") tell("answer", { question, text, sources: sources.map(({ url, title }) => ({ url, title })) });
  if (problem !== undefined) tell("error", { question, kind: problem.kind });
}

const script = document.currentScript ?? document.querySelector("script[data-domain][data-key][src*='widget.js']");
if (script instanceof HTMLScriptElement) Object.assign(window, { Lectern: startWidget(readWidgetSettings(script)) });
