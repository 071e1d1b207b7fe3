import type { PullRequestLink } from "./code-host.ts";
import { isConflict } from "./code-host-error.ts";

/** Opens what is not open yet. Whoever opens it in the same moment is found when the host refuses a second one. */
export async function openOnce(
  find: () => Promise<PullRequestLink | undefined>,
  open: () => Promise<PullRequestLink>,
): Promise<PullRequestLink> {
  const found = await find();
  if (found !== undefined) {
    return found;
  }
  try {
    return await open();
  } catch (error) {
    const other = isConflict(error) ? await find() : undefined;
    if (other === undefined) {
      throw error;
    }
    return other;
  }
}
