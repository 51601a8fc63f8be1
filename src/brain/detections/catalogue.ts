import type { Calibration, Detection } from "../../contract/detection.ts";
import { everyPage, type Store } from "../../store/port/store.ts";
import { calibrate, type LabelledCases, overallPrecision } from "./calibrate.ts";
import type { DetectionDefinition } from "./schema.ts";

/** The detections, calibrated by shipped labelled cases and the account's own verdicts. */
export interface Catalogue {
  find(id: string): DetectionDefinition | undefined;
  /** Every detection. */
  all(): DetectionDefinition[];
  list(accountId: string): Promise<Detection[]>;
  /** One entry of the list. */
  describe(accountId: string, id: string): Promise<Detection | undefined>;
  calibration(accountId: string, id: string): Promise<Calibration>;
}

export function createCatalogue({
  definitions,
  shippedCases,
  store,
}: {
  definitions: DetectionDefinition[];
  /** By detection id. */
  shippedCases: Record<string, LabelledCases>;
  store: Store;
}): Catalogue {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const prior = overallPrecision(Object.values(shippedCases));
  const calibration = async (accountId: string, id: string) =>
    calibrate(prior, shippedCases[id] ?? noCases, await ownCases(store, accountId, id));
  const detection = async (accountId: string, definition: DetectionDefinition) => ({
    id: definition.id,
    title: definition.title,
    description: definition.description,
    severity: definition.severity,
    platforms: Object.keys(definition.platforms),
    attack: definition.attack,
    tables: definition.tables,
    calibration: await calibration(accountId, definition.id),
  });
  return {
    find: (id) => byId.get(id),
    all: () => definitions,
    calibration,
    list: (accountId) => Promise.all(definitions.map((one) => detection(accountId, one))),
    async describe(accountId, id) {
      const definition = byId.get(id);
      return definition && detection(accountId, definition);
    },
  };
}

const noCases: LabelledCases = { true_positives: 0, false_positives: 0 };

async function ownCases(
  store: Store,
  account: string,
  detectionId: string,
): Promise<LabelledCases> {
  const cases = { ...noCases };
  const where = { detection_id: detectionId };
  for await (const page of everyPage(store, "verdict", { account, where })) {
    for (const { verdict } of page)
      cases[verdict === "true_positive" ? "true_positives" : "false_positives"]++;
  }
  return cases;
}
