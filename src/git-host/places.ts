import { AppError } from "../platform/errors.ts";

/** A bounded number of places, and a bounded line before them. */
export interface Places {
  /** Waits for a place and answers with the way to leave it, to be called once. */
  enter(signal: AbortSignal): Promise<() => void>;
}

interface PlacesOptions {
  placesMax: number;
  waitingMax: number;
  waitSecondsMax: number;
}

export function createPlaces({ placesMax, waitingMax, waitSecondsMax }: PlacesOptions): Places {
  const waiting: (() => void)[] = [];
  let taken = 0;

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) {
      taken -= 1;
    } else {
      next();
    }
  }

  async function enter(signal: AbortSignal): Promise<() => void> {
    if (taken < placesMax) {
      taken += 1;
      return leave;
    }
    if (waiting.length >= waitingMax) {
      throw busy();
    }
    const place = Promise.withResolvers<void>();
    const giveUp = AbortSignal.any([signal, AbortSignal.timeout(waitSecondsMax * 1_000)]);
    const onGiveUp = () => {
      const index = waiting.indexOf(place.resolve);
      if (index !== -1) {
        waiting.splice(index, 1);
        place.reject(busy());
      }
    };
    if (giveUp.aborted) {
      throw busy();
    }
    waiting.push(place.resolve);
    giveUp.addEventListener("abort", onGiveUp, { once: true });
    try {
      await place.promise;
      return leave;
    } finally {
      giveUp.removeEventListener("abort", onGiveUp);
    }
  }

  return { enter };
}

function busy(): AppError {
  return new AppError("unavailable", "Too many fetches and pushes run on this server; try again in a minute.");
}
