import { EventEmitter } from "node:events";
import { render } from "ink-testing-library";
import { expect, test } from "vitest";
import { InvestigationProgress } from "../../../../../src/ui/ink/investigation/InvestigationProgress.tsx";
import {
  nextState,
  type ProgressEvent,
  startState,
} from "../../../../../src/ui/ink/investigation/progress-state.ts";
import { startProgressView } from "../../../../../src/ui/ink/investigation/start-progress-view.tsx";
import { finding } from "../../investigation-fixture.ts";

const progress: ProgressEvent = {
  type: "progress",
  data: {
    phase: "collecting",
    percent: 50,
    agents: { targeted: 4, answered: 2, failed: 0, timed_out: 1 },
    plans: { total: 4, dispatched: 4, completed: 2, failed: 0 },
    findings: 0,
    chains: 0,
    message: "",
    updated_at: "2026-01-01T00:00:00.000Z",
  },
};

test("phase, bar, hosts that answered and findings are shown as they arrive", () => {
  const found: ProgressEvent = { type: "finding", data: finding };
  const state = [progress, found].reduce(nextState, startState("who\u001b[2J?"));
  const { lastFrame, unmount } = render(<InvestigationProgress state={state} />);
  unmount();
  const frame = lastFrame()!;
  expect(frame).toContain("who\\x1b[2J?");
  expect(frame).toContain(`collecting ${"█".repeat(10)}${"░".repeat(10)}  50%`);
  expect(frame).toContain("2 of 4 hosts answered, 1 failed");
  expect(frame).toContain("high     web-01  A shell listens on every interface");
});

test("only the newest findings are shown while more arrive", () => {
  const events = Array.from(
    { length: 7 },
    (_, at): ProgressEvent => ({
      type: "finding",
      data: { ...finding, finding_id: `fnd_${at}`, title: `finding ${at}` },
    }),
  );
  const { lastFrame, unmount } = render(
    <InvestigationProgress state={events.reduce(nextState, startState("q"))} />,
  );
  unmount();
  expect(lastFrame()).toContain("… 2 earlier findings");
  expect(lastFrame()).not.toContain("finding 1\n");
  expect(lastFrame()).toContain("finding 6");
});

/** A terminal that keeps what is written to it. */
function fakeTerminal(): NodeJS.WriteStream & { written: string } {
  const stream = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns: 80,
    rows: 24,
    written: "",
    write(text: string) {
      stream.written += text;
      return true;
    },
  });
  return stream as unknown as NodeJS.WriteStream & { written: string };
}

test("stopping wipes the view and gives the cursor back", () => {
  const stream = fakeTerminal();
  const view = startProgressView({ query: "who?", stream, colour: true });
  view.show(progress);
  view.stop();
  expect(stream.written.lastIndexOf("\u001b[?25h")).toBeGreaterThan(
    stream.written.lastIndexOf("\u001b[?25l"),
  );
  const afterLastFrame = stream.written.slice(stream.written.lastIndexOf("who?"));
  expect(afterLastFrame).toContain("\u001b[2K");
});
