import type { Verdict } from "../../../core/firewall/connection-filter.ts";
import { isIpv4 } from "../addresses/special-ranges.ts";
import type { HostNetwork, Listener, SourceAddress } from "../model/host-network.ts";
import { destinationsOf, interfaceTowards, open } from "./check-departure.ts";

interface Answer {
  source: SourceAddress;
  /** Whether the client is on the host itself. */
  isLocal: boolean;
  to: HostNetwork;
  port: number;
  sockets: Listener[];
}

/** Whether the host's own firewall and routes let its answers to a client out. */
export function checkAnswer({ source, isLocal, to, port, sockets }: Answer): Verdict {
  const { outgoing } = to;
  if (!outgoing || outgoing.passesAnswers) return open;
  const ofIpv4 = isIpv4(source.range.first);
  const answerFrom = (own: SourceAddress["range"]) =>
    outgoing.evaluate({
      protocol: "tcp",
      answersFrom: port,
      source: own,
      destinations: [source.range],
      port,
      iniface: "",
      outiface: isLocal ? "lo" : interfaceTowards(to, source.ip),
      isIpv4: ofIpv4,
    });
  const verdicts = destinationsOf(to, sockets, ofIpv4).map(answerFrom);
  const [first = open, ...rest] = verdicts;
  return rest.every(({ verdict }) => verdict === first.verdict) ? first : undecided;
}

const undecided: Verdict = { verdict: "unknown", row: -1, byPolicy: false };
