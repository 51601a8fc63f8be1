import { isIP } from "node:net";
import type { Gap } from "../../host/gap.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { powershellScript } from "../../powershell/powershell.ts";
import { choice, type Fields, text, whole } from "../../powershell/values.ts";

const cimClass = "-Namespace root/StandardCimv2 -ClassName";

/** TCP sockets that match `tcpFilter`, all UDP sockets, and their processes. */
export const socketsScript = (tcpFilter: string) =>
  powershellScript({
    tcp: `Get-CimInstance ${cimClass} MSFT_NetTCPConnection${tcpFilter} | Select-Object LocalAddress,LocalPort,RemoteAddress,RemotePort,State,OwningProcess`,
    udp: `Get-CimInstance ${cimClass} MSFT_NetUDPEndpoint | Select-Object LocalAddress,LocalPort,OwningProcess`,
    owners: `$pids=@($seen['tcp'])+@($seen['udp']) | ForEach-Object {$_.OwningProcess} | Sort-Object -Unique;
    Get-CimInstance Win32_Process | Where-Object {$pids -contains $_.ProcessId} | ForEach-Object {
      $owner=$null; try{$owner=Invoke-CimMethod -InputObject $_ -MethodName GetOwner}catch{};
      $_ | Select-Object ProcessId,Name,@{n='Owner';e={$owner.User}}
    }`,
  });

export interface Socket {
  pid: number | null;
  protocol: 6 | 17;
  /** 2 or 23: Windows' AF_INET6 is 23, as in osquery. */
  family: number;
  localAddress: string;
  localPort: number;
  /** "0" and 0 for UDP, as in osquery. */
  remoteAddress: string;
  remotePort: number;
  /** Linux's name ("LISTEN"); null for UDP. */
  state: string | null;
  processName: string | null;
  username: string | null;
}

export function readSockets(printed: string): { sockets: Socket[]; gaps: Gap[] } {
  const answer = readAnswer(printed);
  const tcp = answer.required("tcp");
  const udp = answer.required("udp");
  const owners = answer.optional("owners", ["process_name", "username"]);
  const byPid = new Map(owners.map((owner) => [whole(owner.ProcessId), owner]));
  const found = [
    ...tcp.map((fields) => socketOf(fields, 6, byPid)),
    ...udp.map((fields) => socketOf(fields, 17, byPid)),
  ];
  const sockets = found.filter((socket) => socket !== undefined);
  const lost = found.length - sockets.length;
  if (lost > 0) answer.gaps.push({ reason: "error", detail: `sockets: ${lost} unreadable` });
  answer.gaps.push(...ownerlessSockets(sockets));
  return { sockets, gaps: answer.gaps };
}

/** Process 4 is the kernel and has no owner; a process without a name has ended. */
function ownerlessSockets(sockets: Socket[]): Gap[] {
  const count = sockets.filter(
    ({ pid, processName, username }) => pid !== 4 && processName !== null && username === null,
  ).length;
  const detail = `owner of ${count} sockets: permission denied`;
  return count > 0 ? [{ reason: "denied", detail, columns: ["username"] }] : [];
}

const families: Record<number, number> = { 4: 2, 6: 23 };

/** MSFT_NetTCPConnection.State with Linux's names. */
const states = {
  1: "CLOSE",
  2: "LISTEN",
  3: "SYN_SENT",
  4: "SYN_RECV",
  5: "ESTABLISHED",
  6: "FIN_WAIT1",
  7: "FIN_WAIT2",
  8: "CLOSE_WAIT",
  9: "CLOSING",
  10: "LAST_ACK",
  11: "TIME_WAIT",
  12: "DELETE_TCB",
  100: "BOUND",
};

/** States with a different name in PowerShell. */
const synonyms: Record<string, string> = { Closed: "CLOSE", SynReceived: "SYN_RECV" };

function socketOf(
  fields: Fields,
  protocol: 6 | 17,
  owners: Map<number | null, Fields>,
): Socket | undefined {
  const localAddress = addressOf(fields.LocalAddress);
  const localPort = whole(fields.LocalPort);
  const family = families[isIP(localAddress)];
  if (localPort === null || family === undefined) return undefined;
  const pid = whole(fields.OwningProcess);
  const owner = owners.get(pid);
  const state = text(fields.State) ?? "";
  return {
    pid,
    protocol,
    family,
    localAddress,
    localPort,
    remoteAddress: protocol === 6 ? addressOf(fields.RemoteAddress) : "0",
    remotePort: whole(fields.RemotePort) ?? 0,
    state: protocol === 6 ? (synonyms[state] ?? choice(state, states)) : null,
    processName: text(owner?.Name),
    username: text(owner?.Owner),
  };
}

/** Removes the zone ("fe80::1%12"), the interface's number. */
const addressOf = (value: unknown) => (text(value) ?? "").split("%")[0]!;
