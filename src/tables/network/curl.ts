import { connectingTable } from "./refuse-connections.ts";

export const curl = connectingTable("curl", "Responses of web servers; agents send no requests.", {
  required: "url",
  columns: {
    url: "TEXT",
    method: "TEXT",
    user_agent: "TEXT",
    response_code: "INTEGER",
    round_trip_time: "BIGINT",
    bytes: "BIGINT",
    result: "TEXT",
  },
});
