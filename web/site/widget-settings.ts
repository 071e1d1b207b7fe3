/** The settings in the attributes of the script element. */
export interface WidgetSettings {
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
export function readWidgetSettings(script: HTMLScriptElement): WidgetSettings {
  const { domain = "", key = "", title, label, questions = "", theme, side, accent, button } = script.dataset;
  if (domain === "" || key === "") {
    throw new Error("The widget of Lectern needs data-domain and data-key on its script tag.");
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
