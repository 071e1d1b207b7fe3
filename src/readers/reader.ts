import { cutText } from "../platform/cut-text.ts";
import type { ReaderSessionMethod } from "../platform/db/column-types.ts";

/** Somebody who has proved that they may read a site. */
export interface Reader {
  method: ReaderSessionMethod;
  /** The reader's ID in the method; empty if the method doesn't tell readers apart. */
  subject: string;
  groups: readonly string[];
  profile: ReaderProfile;
  /** The customer's product may end the session earlier than the settings do. */
  expiresAt?: number;
}

/** Data for personalized pages, in the format's terms. */
export interface ReaderProfile {
  name?: string;
  email?: string;
  content?: Record<string, unknown>;
  apiPlaygroundInputs?: Record<string, unknown>;
}

const groupsMax = 200;
const groupLengthMax = 200;
const profileBytesMax = 16_384;
const subjectLengthMax = 254;

/** The reader with bounded data. A profile that is too large is dropped, because half of it would be misleading. */
export function boundReader({ subject, groups, profile, ...reader }: Reader): Reader {
  const kept = groups.filter((group) => group !== "" && group.length <= groupLengthMax).slice(0, groupsMax);
  const isSmall = Buffer.byteLength(JSON.stringify(profile)) <= profileBytesMax;
  return { ...reader, subject: cutText(subject, subjectLengthMax), groups: kept, profile: isSmall ? profile : {} };
}

/** The groups in a claim: a list of texts, or one text. */
export function readGroups(claim: unknown): string[] {
  return [claim].flat().filter((group) => typeof group === "string");
}
