import { shape } from "./check-shape.ts";
import { flag } from "./check-value.ts";

/** What readers may do about a page. `suggestEdit` leads them to its file, where the repository is kept. */
export const feedback = shape({ suggestEdit: flag, raiseIssue: flag, thumbsRating: flag });
