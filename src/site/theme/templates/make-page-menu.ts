import type { ContextualSetting } from "../../source/config/contextual.ts";
import type { IconSheet } from "./icon-sheet.ts";
import type { OwnIconName } from "./own-icons.ts";
import type { PageMenuOption } from "./site-frame.ts";

type OptionSetting = NonNullable<ContextualSetting["options"]>[number];

/** The options of a page's menu. By default, the menu copies the page or shows it as Markdown. */
export function pageMenuOptions(options: OptionSetting[] = ["copy", "view"], icons: IconSheet): PageMenuOption[] {
  return options.map((option): PageMenuOption => {
    if (typeof option === "string") return knownOption(option);
    const { title, description, href, icon } = option;
    return { kind: "link", title, description, href, icon: icons.iconFor(icon) };
  });
}

type KnownWord = Extract<OptionSetting, string>;

interface KnownOption {
  kind: PageMenuOption["kind"];
  icon: OwnIconName;
  /** The name of a service. */
  title?: string;
  href?: string;
}

const question = encodeURIComponent("Read $markdown so that I can ask questions about it.").replaceAll("%24", "$");

function chat(title: string, address: string, icon: OwnIconName = "sparkles"): KnownOption {
  return { kind: "chat", title, icon, href: `${address}${question}` };
}

const knownOptions: Record<KnownWord, KnownOption> = {
  assistant: { kind: "ask", icon: "sparkles" },
  copy: { kind: "copy", icon: "copy" },
  view: { kind: "view", icon: "text" },
  "download-pdf": { kind: "print", icon: "print" },
  "download-spec": { kind: "spec", icon: "download" },
  chatgpt: chat("ChatGPT", "https://chatgpt.com/?hints=search&q=", "openai"),
  claude: chat("Claude", "https://claude.ai/new?q=", "claude"),
  perplexity: chat("Perplexity", "https://www.perplexity.ai/search?q="),
  grok: chat("Grok", "https://grok.com/?q="),
  aistudio: chat("AI Studio", "https://aistudio.google.com/prompts/new_chat?prompt="),
  devin: chat("Devin", "https://app.devin.ai/?prompt="),
  "devin-desktop": chat("Devin Desktop", "devin://cascade?prompt="),
  mcp: { kind: "copy-text", icon: "copy", title: "MCP", href: "$mcp" },
  "add-mcp": { kind: "copy-text", icon: "copy", title: "npx add-mcp", href: "npx add-mcp $mcp" },
  cursor: {
    kind: "connect",
    icon: "sparkles",
    title: "Cursor",
    href: "cursor://anysphere.cursor-deeplink/mcp/install?name=$mcpName&config=$mcpConfig",
  },
  vscode: { kind: "connect", icon: "sparkles", title: "VS Code", href: "vscode:mcp/install?$mcpServer" },
  "devin-mcp": {
    kind: "connect",
    icon: "sparkles",
    title: "Devin",
    href: "https://app.devin.ai/settings/mcp-marketplace/setup/custom?config=$mcpEntry",
  },
};

function knownOption(word: KnownWord): PageMenuOption {
  const { kind, title = "", href = "", icon } = knownOptions[word];
  return { kind, title, description: undefined, href, icon: { className: `o-${icon}` } };
}
