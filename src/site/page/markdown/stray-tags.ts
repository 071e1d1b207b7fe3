import { type Token, Tokenizer, TokenizerMode } from "parse5";
import type { ProblemOptions } from "../../shared/build-problem.ts";
import { computeOnce } from "../../shared/compute-once.ts";
import { droppedTags, htmlTags } from "../../shared/html/allowed-html.ts";
import type { HtmlNode, RawHtml } from "../../shared/html/html-node.ts";
import { voidTags } from "../../shared/html/print-html.ts";
import type { SourceRoot } from "../../shared/source-roots.ts";
import { cutText } from "../../shared/text/shorten.ts";
import { findComponent } from "../components/registry.ts";

export interface StrayTagOptions {
  report(message: string, options: ProblemOptions): void;
  /** True if forms and their fields are shown. */
  hasForms: boolean;
  /** The folders whose files come from other repositories. */
  roots?: readonly SourceRoot[] | undefined;
}

/**
 * Shows tags in the text of a `.md` page that a browser would hide. In `set the <title> of it`, the tag hides the rest
 * of the page, and in `List<String>` it disappears. A tag that is opened and closed among the same nodes stays a tag.
 */
export function showStrayTags(nodes: HtmlNode[], options: StrayTagOptions): HtmlNode[] {
  const tagsOf = new Map(nodes.filter(isRawHtml).map((node) => [node, readTags(node.rawHtml)]));
  const tags = [...tagsOf.values()].flat();
  const [opened, closed] = [new Set<string>(), new Set<string>()];
  for (const tag of tags.toReversed()) {
    if (tag.kind === "closing") closed.add(tag.name);
    else tag.hasPartner = closed.has(tag.name);
  }
  let outer: string | undefined;
  for (const tag of tags) {
    if (tag.kind === "closing") tag.hasPartner = opened.has(tag.name);
    else opened.add(tag.name);
    if (tag.name === "option" && opened.has("select")) tag.hasPartner = true;
    const isOuterTag = tag.hasPartner && isOuter(tag.name, options);
    tag.hasOwnRules = outer !== undefined || isOuterTag;
    if (tag.kind === "opening" && isOuterTag) outer ??= tag.name;
    else if (tag.kind === "closing" && tag.name === outer) outer = undefined;
  }
  return nodes.map((node): HtmlNode => {
    if (isRawHtml(node)) return { rawHtml: repair(node, tagsOf.get(node) ?? [], options) };
    const hasChildren = typeof node === "object" && "children" in node;
    return hasChildren ? { ...node, children: showStrayTags(node.children, options) } : node;
  });
}

/** True for elements whose content has other rules: drawings, formulas, and forms with their fields. */
function isOuter(name: string, { hasForms }: StrayTagOptions): boolean {
  return name === "svg" || name === "math" || (hasForms && name === "form");
}

function isRawHtml(node: HtmlNode): node is RawHtml {
  return typeof node === "object" && "rawHtml" in node;
}

interface Tag {
  /** Empty for something that isn't a tag: `<?php ?>`, or a tag without its end. */
  name: string;
  kind: "opening" | "closing" | "empty";
  isBare: boolean;
  hasPartner: boolean;
  hasOwnRules: boolean;
  start: number;
  end: number;
  line: number;
}

/** Elements whose content is text. Tags in that text don't count. */
const textTags: ReadonlySet<string> = new Set(
  "script style textarea title xmp iframe noembed noframes noscript".split(" "),
);

function readTags(text: string): Tag[] {
  const lowerCase = text.toLowerCase();
  const lastEnds = new Map<string, number>();
  const lastEnd = (name: string) => computeOnce(lastEnds, name, () => lowerCase.lastIndexOf(`</${name}`));
  const tags: Tag[] = [];
  let read = 0;
  const add = (name: string, kind: Tag["kind"], { location, attrs = [] }: Partial<Token.TagToken>) => {
    const { startOffset: start = read, endOffset: end = text.length, startLine: line = 1 } = location ?? {};
    read = end;
    tags.push({ name, kind, isBare: attrs.length === 0, hasPartner: false, hasOwnRules: false, start, end, line });
  };
  const pass = ({ location }: Token.Token) => {
    read = location?.endOffset ?? read;
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const { tagName: name, selfClosing } = token;
        add(name, selfClosing ? "empty" : "opening", token);
        if (selfClosing || !textTags.has(name) || lastEnd(name) < read) return;
        tokenizer.state = name === "script" ? TokenizerMode.SCRIPT_DATA : TokenizerMode.RAWTEXT;
      },
      onEndTag: (token) => add(token.tagName, "closing", token),
      // A browser takes `<?php ?>` and `<![CDATA[` for comments.
      onComment: (token) =>
        text.startsWith("<!--", token.location?.startOffset)
          ? pass(token)
          : add("", "empty", { location: token.location }),
      onDoctype: (token) => add("", "empty", { location: token.location }),
      onCharacter: pass,
      onNullCharacter: pass,
      onWhitespaceCharacter: pass,
      onEof: () => undefined,
    },
  );
  tokenizer.write(text, true);
  if (read < text.length) add("", "empty", {});
  return tags;
}

/** Elements that hide their content, besides those that are left out. */
const hidingTags: ReadonlySet<string> = new Set(["iframe", "video", "audio"]);
/** Elements whose names are also words for a value: `cp <source> <target>`. */
const wordTags: ReadonlySet<string> = new Set(
  "abbr address article aside button cite data figure label main nav q samp section source summary time track var".split(
    " ",
  ),
);
/** The HTML with stray tags as text. `<iframe />` gets a closing tag, because browsers ignore the slash. */
function repair({ rawHtml, source }: RawHtml, tags: Tag[], { report }: StrayTagOptions): string {
  let text = "";
  let copied = 0;
  for (const { name, kind, isBare, hasPartner, hasOwnRules, start, end, line } of tags) {
    const written = rawHtml.slice(start, end);
    const writtenName = /^<([^\s/>]+)/.exec(written)?.[1] ?? "";
    const place = { file: source?.file, line: source?.line && source.line + line - 1 };
    const isWhole = hasPartner || (voidTags.has(name) ? !isBare : kind === "empty" && name !== "");
    const isAllowed = htmlTags.has(name) && !hidingTags.has(name) && !(isBare && wordTags.has(name));
    if (isAllowed || hasOwnRules) continue;
    if (!isWhole) {
      text += `${rawHtml.slice(copied, start)}&lt;`;
      copied = start + 1;
      const message = "is shown as text, because it is not a complete HTML element";
      report(`${cutText(written, shownLengthMax)} ${message}`, {
        ...place,
        hint: "put the names of tags in backticks",
      });
      continue;
    }
    if (kind === "empty" && !voidTags.has(name)) {
      text += `${rawHtml.slice(copied, end)}</${name}>`;
      copied = end;
    }
    if (kind === "closing" || htmlTags.has(name) || /^(?:script|style)$/.test(name)) continue;
    // The components of a page that isn't valid MDX are reported together.
    if (findComponent(writtenName)) continue;
    const effect = droppedTags.has(name)
      ? "allowed in a page and is left out"
      : "supported, so only its content is shown";
    report(`<${cutText(writtenName, shownLengthMax)}> is not ${effect}`, place);
  }
  return text + rawHtml.slice(copied);
}

const shownLengthMax = 60;
