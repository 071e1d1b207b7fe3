import { setTimeout } from "node:timers/promises";
import { seededRandom } from "../../bench/support/seeded-random.ts";
import { type S3Fault, startS3Server } from "../support/s3-server.ts";

/** How requests fail until the next message from the harness. */
export interface S3Mood {
  kind: "well" | "wrong-secret" | Exclude<S3Fault["kind"], "slow"> | "slow";
  /** The share of requests that fail. */
  share: number;
  delayMilliseconds: number;
  /** From 0 to 1: decides which requests fail. */
  seed: number;
}

// Runs in its own process, like a real server, so that it keeps running while the processes around it are killed.
let mood: S3Mood = { kind: "well", share: 0, delayMilliseconds: 0, seed: 0 };
let random = seededRandom(0);
const server = await startS3Server();
server.fault = () => {
  // The list is only for tests that check it; in a long run it would fill the memory.
  server.requests.length = 0;
  if (mood.kind === "well" || random() >= mood.share) {
    return undefined;
  }
  switch (mood.kind) {
    case "slow":
      return { kind: "slow", until: setTimeout(mood.delayMilliseconds) };
    case "refuse":
      return { kind: "refuse", status: 503, code: "SlowDown" };
    case "wrong-secret":
      return { kind: "refuse", status: 403, code: "SignatureDoesNotMatch" };
    default:
      return { kind: mood.kind };
  }
};
process.on("message", (message: S3Mood) => {
  mood = message;
  random = seededRandom(Math.floor(message.seed * 0x7fffffff));
});
process.once("disconnect", () => process.exit(0));
const { endpoint, bucket, accessKeyId, secretAccessKey, region } = server;
process.send?.({
  LECTERN_ARTIFACTS: `s3://${bucket}/lectern?region=${region}&endpoint=${encodeURIComponent(endpoint.href)}`,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
});
