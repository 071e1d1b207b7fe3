import type { NewJob } from "./queue.ts";

const kindCharactersMax = 50;
const nameCharactersMax = 200;
const payloadCharactersMax = 100_000;
export const reasonCharactersMax = 2_000;
/** The longest time that a job waits for its turn. A receiver of webhooks may ask for six hours. */
export const delaySecondsMax = 7 * 3_600;

/** Throws if a job exceeds a limit of either backend, so that a job that works on one also works on the other. */
export function assertJobFits(job: NewJob, now: number): void {
  if (job.runAt !== undefined && job.runAt > now + delaySecondsMax * 1_000) {
    throw new RangeError(`A ${job.kind} job must not wait longer than ${delaySecondsMax} seconds.`);
  }
  // pg-boss allows no other characters in queue names.
  if (!/^[\w.-]+$/.test(job.kind) || job.kind.length > kindCharactersMax) {
    throw new RangeError(
      `The job kind ${JSON.stringify(job.kind)} must be 1 to ${kindCharactersMax} letters, digits, dots, hyphens or underscores.`,
    );
  }
  for (const name of [job.id, job.group]) {
    if (name.length === 0 || name.length > nameCharactersMax) {
      throw new RangeError(`The id and the group of a ${job.kind} job must have 1 to ${nameCharactersMax} characters.`);
    }
  }
  const payloadCharacters = JSON.stringify(job.payload).length;
  if (payloadCharacters > payloadCharactersMax) {
    throw new RangeError(
      `The payload of ${job.kind} ${job.id} has ${payloadCharacters} characters; the limit is ${payloadCharactersMax}. Store it, and put its ID in the payload.`,
    );
  }
}
