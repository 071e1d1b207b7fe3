import { compressibleImage } from "../../child/images/compress-image.ts";
import type { RunTask } from "../task.ts";

/** Collects the images. The worker has them compressed one by one, so that each has its own limits. */
export const compressImages: RunTask = async (docs, { covers }) => {
  for (const path of docs.paths().toSorted()) if (compressibleImage.test(path) && covers(path)) docs.images.push(path);
};
