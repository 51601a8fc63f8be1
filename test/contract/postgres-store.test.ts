import { newDatabase } from "../helpers/postgres.ts";
import { openPostgres } from "./open-postgres.ts";
import { storeContract } from "./store-contract.ts";
import { sweepContract } from "./sweep-contract.ts";

const open = async () => openPostgres(await newDatabase());

storeContract({ name: "PostgreSQL", open });
sweepContract({ name: "PostgreSQL", open });
