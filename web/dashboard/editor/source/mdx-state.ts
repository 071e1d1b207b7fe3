/** The syntax state at a position of a page, for highlighting and completion. */
export interface MdxState {
  part: "start" | "frontmatter" | "body";
  /** These characters alone on a line end the code block or formula. */
  fence: string | undefined;
  /** The constructs that are open at this position, outermost first. */
  frames: Frame[];
  /** The elements that aren't closed yet, outermost first. */
  open: string[];
  /** Whether the position is inside imports or exports, which end with a blank line. */
  isModule: boolean;
  /** Whether the previous line is blank, so that a block can start here. */
  isAfterBlank: boolean;
  isHeading: boolean;
  isStrong: boolean;
  isEmphasized: boolean;
}

type Frame =
  | TagFrame
  /** A string in a tag, which may span several lines. */
  | { kind: "string"; quote: string }
  /** Between braces. */
  | { kind: "code" }
  /** Between the tags of an element inside code. */
  | { kind: "children" }
  | { kind: "template" }
  | { kind: "comment" };

export interface TagFrame {
  kind: "tag";
  name: string;
  isClosing: boolean;
  isInCode: boolean;
  part: "name" | "attributes" | "value";
  /** The names of the attributes so far. */
  attributes: readonly string[];
}

const framesMax = 60;
export const openMax = 200;

export function startState(): MdxState {
  return {
    part: "start",
    fence: undefined,
    frames: [],
    open: [],
    isModule: false,
    isAfterBlank: true,
    isHeading: false,
    isStrong: false,
    isEmphasized: false,
  };
}

export function copyState(state: MdxState): MdxState {
  return { ...state, frames: state.frames.map((frame) => ({ ...frame })), open: [...state.open] };
}

export function pushFrame({ frames }: MdxState, frame: Frame): void {
  if (frames.length < framesMax) frames.push(frame);
}

export interface Token {
  end: number;
  /** Names of highlighting tags, separated by spaces. */
  style?: string | undefined;
}

/** The length of the match at this position; 0 without a match. The expression must be sticky. */
export function lengthAt(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0].length ?? 0;
}
