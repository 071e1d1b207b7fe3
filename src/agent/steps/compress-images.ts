import { count } from "../../contract/count.ts";
import type { Declined, Explanation } from "../../docs-edits/edited-docs.ts";
import { agentLimits } from "../agent-limits.ts";
import type { AgentProcess } from "../child/agent-process.ts";
import type { ImageChange } from "../turn.ts";

const imagesMax = 500;
/** After this time, the remaining images aren't looked at. */
const secondsMax = 600;

export interface CompressedImages {
  images: ImageChange[];
  explanations: Explanation[];
  declined: Declined[];
  /** For example `3 images are 412 kB smaller (27 %)`. */
  summary: string;
}

/** Makes images smaller, without changing what they show, one by one in the agent's process. */
export async function compressImages(process: AgentProcess, paths: readonly string[]): Promise<CompressedImages> {
  const late = AbortSignal.timeout(secondsMax * 1_000);
  const found: CompressedImages = { images: [], explanations: [], declined: [], summary: "" };
  let [before, after, looked] = [0, 0, 0];
  for (const path of paths.slice(0, imagesMax)) {
    if (late.aborted || after >= agentLimits.changedBytesMax / 2) break;
    looked += 1;
    const image = await process.call("compressImage", { path });
    const decline = (why: string) => found.declined.push({ path, line: undefined, what: "the image", why });
    if (image.refused !== undefined) decline(image.refused);
    if (image.content === undefined) continue;
    before += image.before;
    after += image.content.length;
    found.images.push({ path, content: image.content });
    const why = `the same picture, ${percent(image.before, image.content.length)} smaller`;
    const sizes = { before: kilobytes(image.before), after: kilobytes(image.content.length) };
    found.explanations.push({ path, line: undefined, rule: "compress-images", ...sizes, why });
  }
  if (looked < paths.length) {
    const why = "one job has limits on images, bytes and minutes; name a folder to reach them";
    found.declined.push({
      path: paths[looked] ?? "",
      line: undefined,
      what: count(paths.length - looked, "more image"),
      why,
    });
  }
  const are = `${count(found.images.length, "image")} ${found.images.length === 1 ? "is" : "are"}`;
  found.summary =
    found.images.length === 0
      ? "No image can be made smaller without a visible change"
      : `${are} ${kilobytes(before - after)} smaller (${percent(before, after)})`;
  return found;
}

function kilobytes(bytes: number): string {
  return bytes < 10_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${Math.round(bytes / 1_000)} kB`;
}

function percent(before: number, after: number): string {
  return `${Math.round((1 - after / before) * 100)} %`;
}
