import { createPathfinder, type Pathfinder } from "../../src/brain/pathfinder/model/pathfinder.ts";

/** For runs without questions about paths: any use is an error. */
export const withoutWays: Pathfinder = createPathfinder({
  statementsFor: () => [],
  openEstate() {
    throw new Error("a way was asked for");
  },
});
