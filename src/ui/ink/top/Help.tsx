import { Box } from "ink";
import { Line, Painted } from "../kit/Line.tsx";

const keys: [key: string, action: string][] = [
  ["1 2 3 4 5", "go to a panel"],
  ["tab, shift-tab", "next panel, previous panel"],
  ["↑ ↓ or k j", "select a row"],
  ["PgUp PgDn", "page up, page down"],
  ["g G", "first row, last row"],
  ["enter", "open the record"],
  ["esc or q", "close the record"],
  ["q or Ctrl-C", "quit"],
];

const panels: [panel: string, content: string][] = [
  ["Fleet", "recently disconnected hosts first"],
  ["Investigations", "running ones first, then the newest"],
  ["Curiosity", "scheduled questions, next due first"],
  ["Deliveries", "waiting: not attempted yet; attempts of the newest 200"],
  ["Dead letters", "inquest webhooks replay --dead sends them again"],
];

const nameWidth = 16;

/** The keys, and what the panels show. */
export function Help() {
  return (
    <Box flexDirection="column" paddingLeft={2}>
      {keys.map((entry) => (
        <HelpEntry key={entry[0]} entry={entry} />
      ))}
      <Line>{""}</Line>
      {panels.map((entry) => (
        <HelpEntry key={entry[0]} entry={entry} />
      ))}
    </Box>
  );
}

function HelpEntry({ entry: [name, text] }: { entry: [string, string] }) {
  return (
    <Box>
      <Box flexShrink={0} width={nameWidth}>
        <Painted paints={["bold"]}>{name}</Painted>
      </Box>
      <Line>{text}</Line>
    </Box>
  );
}
