import { exampleId } from "./openapi-examples.ts";
import type { Operation } from "./operation.ts";

/** The description of a path parameter of the public API. */
export function describePathParam({ path }: Operation, name: string): { description: string; example: string } {
  const before = path.split("/").find((_segment, at, segments) => segments[at + 1] === `{${name}}`);
  const described = pathParameters[`${before}/${name}`] ?? pathParameters[name];
  if (described === undefined) {
    throw new Error(`describe-path-param.ts doesn't describe the parameter ${name} of ${path}.`);
  }
  return described;
}

/** Descriptions of path parameters. If the name alone is ambiguous, the key includes the preceding part of the path. */
const pathParameters: Readonly<Record<string, { description: string; example: string }>> = {
  projectId: {
    description: "ID of the project, copied from the API keys page of the dashboard.",
    example: exampleId("prj"),
  },
  "github/projectId": { description: "ID of the project, as in the webhook URL.", example: exampleId("prj") },
  "gitlab/projectId": { description: "ID of the project, as in the webhook URL.", example: exampleId("prj") },
  "job/id": { description: "Unique identifier of the agent job.", example: exampleId("job") },
  "conversations/id": { description: "Unique identifier of the conversation.", example: exampleId("thr") },
  "questions/id": { description: "Unique identifier of the question.", example: exampleId("evq") },
  "feedback/id": { description: "ID of the feedback.", example: "0fZ1zqBvVtJm3eQxYd8uWcR5kTn2LhGa7sPiOo4wXyE" },
  "runs/id": { description: "Unique identifier of the evaluation.", example: exampleId("evl") },
  statusId: { description: "The status ID of a triggered update.", example: exampleId("upd") },
  domain: {
    description:
      "The project's domain identifier, which is at the end of its dashboard address, or one of its custom domains.",
    example: "acme",
  },
  number: { description: "The number of the pull request in its project.", example: "7" },
  comment: { description: "The number of the comment in its pull request.", example: "2" },
  organizationId: { description: "ID of the organization.", example: exampleId("org") },
  webhookId: { description: "ID of the webhook.", example: exampleId("whk") },
  deliveryId: { description: "ID of the delivery.", example: exampleId("dlv") },
};
