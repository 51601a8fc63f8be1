import { isIP } from "node:net";
import type { Collected, Row } from "../table.ts";
import { readAnswer } from "./answer.ts";
import { collectWith, powershellScript } from "./powershell.ts";
import { choice, type Fields, text, whole } from "./values.ts";

export const listeningPortsScript = powershellScript({
  tcp: "Get-CimInstance -Namespace root/StandardCimv2 -ClassName MSFT_NetTCPConnection -Filter 'State=2' | Select-Object LocalAddress,LocalPort,State,OwningProcess",
  udp: "Get-CimInstance -Namespace root/StandardCimv2 -ClassName MSFT_NetUDPEndpoint | Select-Object LocalAddress,LocalPort,OwningProcess",
  owners: `$pids=@($seen['tcp'])+@($seen['udp']) | ForEach-Object {$_.OwningProcess} | Sort-Object -Unique;
    Get-CimInstance Win32_Process | Where-Object {$pids -contains $_.ProcessId} | ForEach-Object {
      $owner=$null; try{$owner=Invoke-CimMethod -InputObject $_ -MethodName GetOwner}catch{};
      $_ | Select-Object ProcessId,Name,@{n='Owner';e={$owner.User}}
    }`,
});

/** 23 is AF_INET6 on Windows, as osquery gives it there. */
const families: Record<number, number> = { 4: 2, 6: 23 };

export function parseListeningPorts(printed: string): Collected {
  const answer = readAnswer(printed);
  const tcp = answer.required("tcp").filter(isListening);
  const udp = answer.required("udp");
  const owners = answer.optional("owners", ["process_name", "username"]);
  const byPid = new Map(owners.map((owner) => [whole(owner.ProcessId), owner]));
  const found = [
    ...tcp.map((socket) => socketRow(socket, 6, byPid)),
    ...udp.map((socket) => socketRow(socket, 17, byPid)),
  ];
  const rows = found.filter((row) => row !== undefined);
  const lost = found.length - rows.length;
  if (lost > 0) answer.gaps.push({ reason: "error", detail: `sockets: ${lost} unreadable` });
  const nameless = rows.filter((row) => row.pid !== 4 && row.username === null).length;
  if (nameless > 0 && owners.length > 0)
    answer.gaps.push({
      reason: "denied",
      detail: `owner of ${nameless} sockets: permission denied`,
      columns: ["username"],
    });
  return { rows, gaps: answer.gaps };
}

const states = { 1: "closed", 2: "listen", 3: "synsent", 4: "synreceived", 5: "established" };

const isListening = ({ State }: Fields) => choice(State, states) === "listen";

function socketRow(
  { LocalAddress, LocalPort, OwningProcess }: Fields,
  protocol: number,
  owners: Map<number | null, Fields>,
): Row | undefined {
  const address = (text(LocalAddress) ?? "").split("%")[0]!; // the zone is the interface's number
  const port = whole(LocalPort);
  const family = families[isIP(address)];
  if (port === null || family === undefined) return undefined;
  const pid = whole(OwningProcess);
  const owner = owners.get(pid);
  return {
    pid,
    port,
    protocol,
    family,
    address,
    process_name: text(owner?.Name),
    username: text(owner?.Owner),
  };
}

export const collectListeningPorts = collectWith(listeningPortsScript, parseListeningPorts);
