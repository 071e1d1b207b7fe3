import Type from "typebox";
import { idMaxLength } from "./schemas.ts";

/** An ID in the path of an operation. */
export const id = (description: string) => Type.String({ minLength: 1, maxLength: idMaxLength, description });

export const projectId = id("ID of the project, copied from the API keys page of the dashboard.");
export const organizationId = id("ID of the organization.");
