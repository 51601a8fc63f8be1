import { Type } from "typebox";
import { count, percent } from "../../ui/text/section.ts";
import { investigationId, strict, word } from "../definition/inputs.ts";
import { defineTool, recording } from "../definition/tool.ts";

export const giveVerdict = defineTool({
  name: "give_verdict",
  title: "Give a verdict on a finding",
  description:
    "Records whether a finding is correct. It changes the confidence of its detection, so only use it when a person has decided.",
  input: Type.Object(
    {
      investigation_id: investigationId,
      finding_id: Type.String({ description: "`fnd_` and 26 characters." }),
      verdict: word(
        ["true_positive", "false_positive"] as const,
        "Whether the finding is correct.",
      ),
      note: Type.Optional(Type.String({ maxLength: 2000, description: "Why." })),
    },
    strict,
  ),
  annotations: recording,
  needsWrite: true,
  async run({ investigation_id, finding_id, ...request }, { client, signal }) {
    const ids = { investigationId: investigation_id, findingId: finding_id };
    const { detection_id, calibration } = await client.verdict(ids, request, { signal });
    const { confidence, true_positives, false_positives } = calibration;
    const counted = `${true_positives} correct, ${count(false_positives, "false alarm")}`;
    return {
      text: `${detection_id} is now ${percent(confidence)} sure (${counted}).`,
      data: { detection_id, calibration },
    };
  },
});
