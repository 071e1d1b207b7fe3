import Type from "typebox";

const wordMaxLength = 100;
const addressMaxLength = 2_000;
const nameMaxLength = 500;
const refMaxLength = 1_000;
const shaMaxLength = 64;

/** The fields that payloads of both hosts are made of, with their bounds. */
export const Word = Type.String({ maxLength: wordMaxLength });
export const Address = Type.String({ maxLength: addressMaxLength });
export const AbsoluteAddress = Type.String({ maxLength: addressMaxLength, pattern: "^https?://[^/]+/" });
/** `owner/name` */
export const RepositoryName = Type.String({ maxLength: nameMaxLength, pattern: "^[\\w.-]+/[\\w.-]+$" });
export const Ref = Type.String({ minLength: 1, maxLength: refMaxLength });
export const Sha = Type.String({ minLength: 1, maxLength: shaMaxLength });

export const MaybeAddress = Type.Optional(Type.Union([Address, Type.Null()]));
export const MaybeName = Type.Optional(Type.Union([Type.String({ maxLength: nameMaxLength }), Type.Null()]));
export const MaybeUserId = Type.Optional(
  Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()]),
);
