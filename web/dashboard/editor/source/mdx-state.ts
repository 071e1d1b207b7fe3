/** Where a position in a page is, as far as highlighting and completion need to know. */
export interface MdxState {
  part: "start" | "frontmatter" | "body";
  /** The characters that ended by themselves on a line end the code block or formula. */
  fence: string | undefined;
  /** What is open on this line or since an earlier one, outermost first. */
  frames: Frame[];
  /** Elements in the text without their closing tag yet, outermost first. */
  open: string[];
  /** In imports and exports, which end with a blank line. */
  isModule: boolean;
  /** The line before is blank, so that a block can start here. */
  isAfterBlank: boolean;
  isHeading: boolean;
  isStrong: boolean;
  isEmphasized: boolean;
}

export type Frame =
  | TagFrame
  /** A string in a tag, which may have several lines. */
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
  /** Names of the attributes so far. */
  attributes: readonly string[];
}

export const framesMax = 60;
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

/** The length of what the expression finds at this position; 0 if it finds nothing. The expression is sticky. */
export function lengthAt(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0].length ?? 0;
}
