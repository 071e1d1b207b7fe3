import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { type Label, labelOf, tenth, textAt } from "./drawing-parts.ts";
import type { Columns } from "./sequence-columns.ts";
import type { SequenceStep } from "./sequence-steps.ts";

type FrameStep = Extract<SequenceStep, { kind: "open" | "divide" | "close" }>;

interface Frame {
  word: string;
  color: string | undefined;
  top: number;
  left: number;
  right: number;
  /** The labels of its header and sections. Their slots are read before what is below them. */
  labels: { label: Label; y: number; isHead: boolean; slot: HtmlNode[] }[];
}

export interface Frames {
  /** Backgrounds, which are drawn behind everything. */
  behind: HtmlNode[];
  /** Draws a step of a frame and returns where the next one starts. */
  take(step: FrameStep, y: number): number;
  /** Reserves horizontal space; the enclosing frames grow to contain it. */
  reach(left: number, right: number, isFramed?: boolean): void;
  /** Interrupts the lifelines behind a label. */
  keepClear(left: number, right: number, top: number, bottom: number): void;
  extent(): { left: number; right: number };
}

const padding = 16;
const tagInset = 8;
const labelWidthMax = 260;

/** Loops, alternatives and colored backgrounds, as wide as their content. */
export function createFrames({ columns }: Columns, lives: { gaps: [number, number][] }[], front: HtmlNode[][]): Frames {
  const open: Frame[] = [];
  const behind: HtmlNode[] = [];
  const whole = { left: 0, right: 0 };

  function reach(left: number, right: number, isFramed = true): void {
    for (const area of [whole, ...(isFramed ? open.slice(-1) : [])]) {
      area.left = Math.min(area.left, left);
      area.right = Math.max(area.right, right);
    }
  }

  function keepClear(left: number, right: number, top: number, bottom: number): void {
    for (const [index, { x }] of columns.entries())
      if (x > left - 3 && x < right + 3) lives[index]?.gaps.push([top, bottom]);
  }

  function newSlot(): HtmlNode[] {
    const slot: HtmlNode[] = [];
    front.push(slot);
    return slot;
  }

  function openFrame({ word, text, color }: Extract<FrameStep, { kind: "open" }>, y: number): number {
    const top = y + 8;
    const frame: Frame = { word, color, top, left: Infinity, right: -Infinity, labels: [] };
    open.push(frame);
    if (word === "") return top + 4;
    const label = labelOf(text === "" ? word : `${word} [${text}]`, labelWidthMax);
    frame.labels.push({ label, y: top + 6 + label.height / 2, isHead: true, slot: newSlot() });
    return top + 6 + label.height + 2;
  }

  function divide(text: string, y: number): number {
    const frame = open.at(-1);
    if (frame === undefined) return y;
    const label = labelOf(text === "" ? "" : `[${text}]`, labelWidthMax);
    frame.labels.push({ label, y: y + 8 + 4 + label.height / 2, isHead: false, slot: newSlot() });
    return y + 8 + 4 + label.height;
  }

  function closeFrame(y: number): number {
    const frame = open.pop();
    if (frame === undefined) return y;
    const isEmpty = frame.left > frame.right;
    const first = columns[0]?.x ?? 0;
    const left = (isEmpty ? first - 30 : frame.left) - padding;
    const widest = Math.max(0, ...frame.labels.map(({ label }) => label.width)) + 2 * tagInset + 4;
    const right = Math.max((isEmpty ? (columns.at(-1)?.x ?? 0) + 30 : frame.right) + padding, left + widest);
    const bottom = y + 8;
    const place = {
      x: tenth(left),
      y: tenth(frame.top),
      width: tenth(right - left),
      height: tenth(bottom - frame.top),
    };
    if (frame.word === "") {
      const tint = frame.color ?? "var(--_hue-8)";
      behind.unshift(element("rect", { ...place, rx: 4, fill: tint, "fill-opacity": 0.14 }));
    } else {
      const line = { fill: "none", stroke: "var(--_line)", "stroke-width": 1 };
      behind.push(element("rect", { ...place, ...line, rx: 4 }));
      for (const { label, y: middle, isHead, slot } of frame.labels) {
        const words = { left: left + tagInset, right: left + tagInset + label.width };
        keepClear(words.left, words.right, middle - label.height / 2, middle + label.height / 2);
        const look = isHead ? { weight: 600 } : { weight: 400, fill: "var(--_text-sec)" };
        slot.push(textAt(words.left, middle, label, look));
        const upper = tenth(middle - label.height / 2 - 4);
        if (!isHead)
          behind.push(
            element("path", { ...line, d: `M${tenth(left)} ${upper}H${tenth(right)}`, "stroke-dasharray": "4 4" }),
          );
      }
    }
    reach(left, right);
    return bottom + 4;
  }

  return {
    behind,
    take(step, y) {
      if (step.kind === "open") return openFrame(step, y);
      return step.kind === "divide" ? divide(step.text, y) : closeFrame(y);
    },
    reach,
    keepClear,
    extent: () => whole,
  };
}
