import { isHidden } from "../../../docs-edits/write-problem.ts";
import { compressibleImage } from "../../child/images/compress-image.ts";
import type { RunTask } from "../task.ts";

/** Collects the images. The worker has them compressed one by one, because one call has little time. */
export const compressImages: RunTask = async (docs, { covers }) => {
  const isImage = (path: string) => compressibleImage.test(path) && !isHidden(path) && covers(path);
  docs.images.push(...docs.paths().filter(isImage).toSorted());
};
