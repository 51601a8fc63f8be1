import { Type } from "typebox";
import { ErrorBody } from "../../contract/error-body.ts";

/** A path parameter, which also fits an agent id of 255 characters. */
export function pathId(description: string) {
  return Type.String({ maxLength: 255, description });
}

/** Path of an investigation. Any text is accepted; a malformed id is a 404, not a 400. */
export const InvestigationPath = Type.Object({
  id: pathId("`inv_` and 26 characters."),
});

/** Path of an agent, whose id may contain any character, percent-encoded. */
export const AgentPath = Type.Object({
  id: pathId("1 to 255 characters."),
});

export const SubscriptionPath = Type.Object({
  id: pathId("`sub_` and 26 characters."),
});

export const DeliveryPath = Type.Object({
  delivery_id: pathId("`dlv_` and 26 characters."),
});

/** A response with the error body. */
export function describedError(description: string) {
  return { description, ...ErrorBody };
}

/** A response without a body. */
export function noContent(description: string) {
  return Type.Null({ description });
}

/** A response whose body is not JSON. */
export function textResponse(description: string, mediaType: string) {
  return { description, content: { [mediaType]: { schema: { type: "string" } } } };
}
