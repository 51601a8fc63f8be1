import { createPathfinder, type Pathfinder } from "../../src/brain/pathfinder/model/pathfinder.ts";

/** For runs that are asked for no ways: to be asked is an error. */
export const withoutWays: Pathfinder = createPathfinder({
  statementsFor: () => [],
  openEstate() {
    throw new Error("a way was asked for");
  },
});
