import { Ajv, type ErrorObject, type Options, type ValidateFunction } from "ajv";
import type { Static, TSchema } from "typebox";

export interface SchemaCheck<Value> {
  (value: unknown): value is Value;
  /** The problems of the last call. */
  errors?: ErrorObject[] | null | undefined;
}

type CompileSchema = <Schema extends TSchema>(schema: Schema) => SchemaCheck<Static<Schema>>;

/**
 * Compiles a schema when it is first used: a process uses few of its schemas, and compiling all of them would delay its
 * start. They aren't checked against the schema of schemas, which would take longer than compiling them; a test does so.
 */
export function schemaCompiler(options: Options = {}): CompileSchema {
  let ajv: Ajv | undefined;
  return <Schema extends TSchema>(schema: Schema) => {
    let compiled: ValidateFunction | undefined;
    const check: SchemaCheck<Static<Schema>> = (value): value is Static<Schema> => {
      ajv ??= new Ajv({ strict: false, validateSchema: false, ...options });
      compiled ??= ajv.compile(schema);
      const isValid = compiled(value);
      check.errors = compiled.errors;
      return isValid;
    };
    return check;
  };
}

export const compileSchema = schemaCompiler();
