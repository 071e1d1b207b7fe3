import { LRUCache } from "lru-cache";

/** The oldest job of an organization that may run now. */
interface Candidate {
  organizationId: string;
  /** How many jobs of the organization are running. */
  running: number;
}

const organizationsMax = 1_000;

/**
 * Decides whose job runs next: the organization with the fewest running jobs, then the one whose last turn is the
 * longest ago. Without the second rule, a worker that runs one job at a time would run all jobs of one organization
 * first. Every process remembers only the turns that it gave.
 */
export class Turns {
  readonly #last = new LRUCache<string, number>({ max: organizationsMax });
  #turns = 0;

  /** For candidates that are ordered by age, which decides if nothing else does. */
  sort<Each extends Candidate>(kinds: readonly string[], candidates: readonly Each[]): Each[] {
    const lastTurn = ({ organizationId }: Each) => this.#last.get(keyOf(kinds, organizationId)) ?? 0;
    return candidates.toSorted((a, b) => a.running - b.running || lastTurn(a) - lastTurn(b));
  }

  record(kinds: readonly string[], { organizationId }: Candidate): void {
    this.#turns += 1;
    this.#last.set(keyOf(kinds, organizationId), this.#turns);
  }
}

// Workers share no kinds, so the first kind identifies the worker that asks.
function keyOf(kinds: readonly string[], organizationId: string): string {
  return `${kinds[0]} ${organizationId}`;
}
