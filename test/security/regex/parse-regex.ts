/** A regular expression as a tree. Contains only the parts that affect its running time. */
export type RegexNode =
  | { kind: "character"; source: string }
  | { kind: "assertion"; source: "^" | "$" | "\\b" | "\\B" }
  | { kind: "look"; body: RegexNode; isBehind: boolean; isNegated: boolean }
  | { kind: "sequence" | "choice"; nodes: RegexNode[] }
  | { kind: "repeat"; node: RegexNode; min: number; max: number }
  | { kind: "reference" };

/** Expects valid syntax: the engine has already compiled the expression. */
export function parseRegex(source: string, flags: string): RegexNode {
  let index = 0;
  const isUnicode = /[uv]/.test(flags);
  const isNext = (text: string) => source.startsWith(text, index);
  const takeMatch = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = index;
    const found = pattern.exec(source)?.[0];
    index += found?.length ?? 0;
    return found;
  };

  function parseChoice(): RegexNode {
    const nodes = [parseSequence()];
    while (isNext("|")) {
      index += 1;
      nodes.push(parseSequence());
    }
    return nodes.length === 1 && nodes[0] !== undefined ? nodes[0] : { kind: "choice", nodes };
  }

  function parseSequence(): RegexNode {
    const nodes: RegexNode[] = [];
    while (index < source.length && !isNext("|") && !isNext(")")) nodes.push(parseRepeat(parseTerm()));
    return { kind: "sequence", nodes };
  }

  function parseRepeat(node: RegexNode): RegexNode {
    const sign = takeMatch(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
    if (sign === undefined) return node;
    const [, least = "0", comma, most = ""] = /^\{(\d+)(,)?(\d*)/.exec(sign) ?? [];
    if (sign.startsWith("{")) {
      const min = Number(least);
      const max = comma === undefined ? min : most === "" ? Number.POSITIVE_INFINITY : Number(most);
      return { kind: "repeat", node, min, max };
    }
    const max = sign.startsWith("?") ? 1 : Number.POSITIVE_INFINITY;
    return { kind: "repeat", node, min: sign.startsWith("+") ? 1 : 0, max };
  }

  function parseTerm(): RegexNode {
    if (isNext("(")) return parseGroup();
    const assertion = takeMatch(/[\^$]|\\[bB]/y);
    if (assertion !== undefined) return { kind: "assertion", source: assertion as "^" };
    if (takeMatch(/\\[1-9]\d*|\\k<\w+>/y) !== undefined) return { kind: "reference" };
    return { kind: "character", source: isNext("[") ? takeSet() : takeCharacter() };
  }

  function parseGroup(): RegexNode {
    const open = takeMatch(/\((?:\?(?:<?[=!]|<\w+>|[a-z-]*:))?/y) ?? "(";
    const body = parseChoice();
    index += 1;
    return /[=!]$/.test(open)
      ? { kind: "look", body, isBehind: open.includes("<"), isNegated: open.endsWith("!") }
      : body;
  }

  function takeCharacter(): string {
    const escaped = takeMatch(/\\(?:x[0-9a-f]{2}|u\{[0-9a-f]+\}|u[0-9a-f]{4}|[pP]\{[^}]*\}|c[a-z]|.)/isy);
    return escaped ?? takeMatch(isUnicode ? /./suy : /./sy) ?? "";
  }

  /** With the flag v, a set may contain other sets. */
  function takeSet(): string {
    const start = index;
    let depth = 0;
    do {
      if (isNext("\\")) index += 1;
      else if (isNext("[") && (depth === 0 || flags.includes("v"))) depth += 1;
      else if (isNext("]")) depth -= 1;
      index += 1;
    } while (depth > 0);
    return source.slice(start, index);
  }

  return parseChoice();
}
