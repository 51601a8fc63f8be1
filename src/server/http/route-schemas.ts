import { Type } from "typebox";
import { ErrorBody } from "../../contract/error-body.ts";

/** The path of one investigation. Any text is let through: one that is no id is simply not found. */
export const InvestigationPath = Type.Object({
  id: Type.String({ description: "`inv_` and 26 characters." }),
});

/** The path of one agent, whose id may hold any character, percent-encoded. */
export const AgentPath = Type.Object({
  id: Type.String({ description: "1 to 255 characters." }),
});

export const SubscriptionPath = Type.Object({
  id: Type.String({ description: "`sub_` and 26 characters." }),
});

export const DeliveryPath = Type.Object({
  delivery_id: Type.String({ description: "`dlv_` and 26 characters." }),
});

/** A response with the body of every error. */
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
