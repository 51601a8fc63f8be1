// Run by the lock test: prints whether opening the folder succeeded, then holds it until stdin ends.
import { AppError } from "../../../../src/core/errors.ts";
import { openLowdbStore } from "../../../../src/store/lowdb/open-lowdb-store.ts";

try {
  await openLowdbStore({ dir: process.argv[2]! });
  console.log("opened");
} catch (error) {
  console.log(error instanceof AppError ? error.code : String(error));
}
process.stdin.resume();
