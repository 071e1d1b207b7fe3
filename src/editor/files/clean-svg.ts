import { defaultSiteLimits } from "../../site/project.ts";
import { sanitizeSvgFile } from "../../site/reading.ts";

/** Uses the build's sanitizer, so that the committed file is the same as the file that the site serves. */
export function cleanSvg(written: Buffer): { bytes: Buffer; isCleaned: boolean } {
  const bytes = sanitizeSvgFile(written, defaultSiteLimits.treeDepthMax);
  // Declarations, spaces and quotes may differ in any case, so only the number of tags is compared.
  return { bytes, isCleaned: countTags(written) !== countTags(bytes) };
}

function countTags(bytes: Buffer): number {
  return bytes.toString("utf8").match(/<[a-z]|\son[a-z]+\s?=|javascript:/gi)?.length ?? 0;
}
