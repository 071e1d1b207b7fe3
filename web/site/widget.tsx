import { render } from "preact";
import colors from "../../src/site/theme/assets/styles/colors.css?inline";
import { AskPanel, focusField } from "./ask-panel.tsx";
import { citedSources } from "./cited-sources.ts";
import { Conversation } from "./conversation.ts";
import { Icon } from "./icons.tsx";
import { publicServer } from "./server.ts";
import { openShadow } from "./shadow-root.ts";
import widget from "./styles/widget.css?inline";
import { type Turn, tabStorage } from "./thread.ts";
import { englishWords, fill, WordsContext } from "./words.ts";

type EventName = "open" | "close" | "ask" | "answer" | "error";

/** The API of the widget, `window.Lectern`. */
interface Widget {
  open(): void;
  close(): void;
  /** Opens the panel and asks a question. */
  ask(question: string): void;
  /** Adds a listener. Returns a function that removes it. */
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
  const emit = (name: EventName, detail: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(detail);
  };
  const conversation = new Conversation({
    send: publicServer(settings.origin, settings.domain, settings.key),
    // Pages of another website aren't part of the documentation.
    reading: () => ({ path: undefined, filter: {} }),
    ...tabStorage(`lectern-thread-${settings.domain}`),
    onTurn: (turn) => emitTurn(turn, emit),
  });
  const panel = {
    conversation,
    title: settings.title ?? fill(words.askTitle, { name: "the docs" }),
    questions: settings.questions,
    pages: [],
    contact: undefined,
    hasFeedback: true,
    search: undefined,
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
    emit("open", {});
  }
  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    draw();
    root.querySelector<HTMLElement>(".launcher")?.focus();
    emit("close", {});
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
      emit("ask", { question: text });
      void conversation.ask(text);
    },
    on(name, listener) {
      const known = listeners.get(name) ?? new Set();
      listeners.set(name, known.add(listener));
      return () => known.delete(listener);
    },
  };
}

function emitTurn(turn: Turn, emit: (name: EventName, detail: unknown) => void) {
  const { question, state, text, problem, ending } = turn;
  const sources = citedSources(text, turn.sources).map(({ href, title }) => ({ url: href, title }));
  if (state === "done") emit("answer", { question, text, outcome: ending?.outcome, sources });
  if (problem !== undefined) emit("error", { question, kind: problem.kind });
}

/** Black or white, whichever is readable on this color. The browser parses any color syntax. */
function readableOn(color: string): "#000" | "#fff" {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d");
  if (context === null) return "#fff";
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map(linear);
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // At this luminance, black and white have the same contrast.
  return light > 0.179 ? "#000" : "#fff";
}

function linear(byte: number): number {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The settings in the attributes of the script element. */
interface WidgetSettings {
  /** The origin of the script, which is the server to ask. */
  origin: string;
  domain: string;
  key: string;
  title: string | undefined;
  label: string | undefined;
  questions: readonly string[];
  theme: "light" | "dark" | "auto";
  side: "left" | "right";
  accent: string | undefined;
  hasButton: boolean;
}

const questionsMax = 6;

/** Reports an invalid attribute on the console and leaves the page without the widget. */
function readWidgetSettings(script: HTMLScriptElement): WidgetSettings {
  const { domain = "", key = "", title, label, questions = "", theme, side, accent, button } = script.dataset;
  if (domain === "" || key === "") {
    throw new Error("The Lectern widget needs data-domain and data-key on its script tag.");
  }
  return {
    origin: new URL(script.src).origin,
    domain,
    key,
    title,
    label,
    questions: questions
      .split("|")
      .map((question) => question.trim())
      .filter((question) => question !== "")
      .slice(0, questionsMax),
    theme: theme === "light" || theme === "dark" ? theme : "auto",
    side: side === "left" ? "left" : "right",
    accent: accent !== undefined && CSS.supports("color", accent) ? accent : undefined,
    hasButton: button !== "off",
  };
}

const script = document.currentScript ?? document.querySelector("script[data-domain][data-key][src*='widget.js']");
if (script instanceof HTMLScriptElement) Object.assign(window, { Lectern: startWidget(readWidgetSettings(script)) });
