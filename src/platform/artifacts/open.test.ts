import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { never, testFolder } from "../../../test/support/artifact-store.ts";
import { startS3Server } from "../../../test/support/s3-server.ts";
import { openArtifacts, parseS3Settings } from "./open.ts";

const credentials = { accessKeyId: "id", secretAccessKey: "secret" };

test("artifacts are in the data folder by default", async () => {
  const dataFolder = testFolder();
  const objects = await openArtifacts({ address: "", dataFolder, accessKeyId: "", secretAccessKey: "" });
  await objects.put([{ key: "prj_a/blobs/x", bytes: Buffer.from("x") }], never);
  expect(existsSync(join(dataFolder, "artifacts", "prj_a", "blobs", "x"))).toBe(true);
});

test("an s3 URL opens the bucket it names", async () => {
  const server = await startS3Server();
  const address = `s3://${server.bucket}/docs?region=${server.region}&endpoint=${server.endpoint.href}`;
  const objects = await openArtifacts({ address, dataFolder: "", ...server });
  await objects.put([{ key: "prj_a/blobs/x", bytes: Buffer.from("x") }], never);
  expect([...server.objects.keys()]).toEqual(["docs/prj_a/blobs/x"]);
  await server.close();
});

test("an s3 URL has defaults that most services accept", () => {
  expect(parse("s3://shelf")).toEqual({
    bucket: "shelf",
    region: "us-east-1",
    prefix: "",
    endpoint: new URL("https://s3.us-east-1.amazonaws.com"),
    pathStyle: false,
    ...credentials,
  });
  expect(parse("s3://shelf/docs/site/?region=eu-central-1")).toMatchObject({
    prefix: "docs/site/",
    endpoint: new URL("https://s3.eu-central-1.amazonaws.com"),
  });
  expect(parse("s3://shelf?endpoint=http://minio:9000")).toMatchObject({ pathStyle: true });
  expect(parse("s3://shelf?endpoint=http://minio:9000&path-style=false")).toMatchObject({ pathStyle: false });
  expect(parse("s3://dotted.shelf")).toMatchObject({ pathStyle: true });
});

test.each([
  ["/var/artifacts", "must be empty"],
  ["https://shelf", "must be empty"],
  ["s3://id:secret@shelf", "without credentials"],
  ["s3://", "bucket"],
  ["s3://Shelf_1", "bucket"],
  ["s3://shelf?regoin=x", '"regoin"'],
  ["s3://shelf?region=EU central", "region"],
  ["s3://shelf?endpoint=minio:9000", "endpoint"],
  ["s3://shelf?endpoint=https://user:word@minio", "endpoint"],
  ["s3://shelf?path-style=yes", "path-style"],
  ["s3://shelf/a//b", "prefix"],
  ["s3://shelf/../a b", "prefix"],
])("the store address %s is refused with the reason", (address, problem) => {
  expect(() => parse(address)).toThrow(problem);
  expect(() => parse(address)).toThrow(/^The setting LECTERN_ARTIFACTS /);
  expect(() => parse(address)).not.toThrow("word");
});

test("S3 without credentials is rejected with the names of the settings", () => {
  expect(() =>
    parseS3Settings({ address: "s3://shelf", dataFolder: "", accessKeyId: "", secretAccessKey: "" }),
  ).toThrow("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
});

function parse(address: string) {
  return parseS3Settings({ address, dataFolder: "", ...credentials });
}
