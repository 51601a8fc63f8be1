import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliIn } from "../e2e/run-cli.ts";
import { serverFolder } from "../helpers/server-process.ts";
import { simulatedHosts } from "../helpers/simulated-hosts.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const installed = (name: string, version: string, source = "") => ({
  ...{ name, version, source, source_version: version, status: "install ok installed" },
});
const debian = [{ platform: "debian", version_id: "12", codename: "bookworm" }];
const hosts = [
  {
    agent_id: "old-1",
    tables: {
      os_version: debian,
      deb_packages: [installed("libssl3", "3.0.11-1~deb12u2", "openssl"), installed("bash", "5.2")],
    },
  },
  {
    agent_id: "new-1",
    tables: { os_version: debian, deb_packages: [installed("libssl3", "3.0.15-1", "openssl")] },
  },
  {
    agent_id: "ubuntu-1",
    tables: {
      os_version: [{ platform: "ubuntu", version_id: "24.04" }],
      deb_packages: [installed("bash", "5.2")],
    },
  },
];

const tracker = {
  openssl: {
    "CVE-2024-5535": {
      releases: {
        bookworm: { status: "resolved", fixed_version: "3.0.14-1~deb12u1", urgency: "medium" },
      },
    },
  },
  bash: { "CVE-2022-3715": { releases: { bookworm: { status: "open", urgency: "low" } } } },
};

function advisories(text = JSON.stringify(tracker)): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "debian.json"), text);
  return folder;
}

const question = "which packages have known vulnerabilities?";

test("packages of each host are compared with its release's advisories", async () => {
  const folder = serverFolder();
  await folder.start(
    ...["--estate", simulatedHosts(hosts), "--no-local-agent", "--advisories", advisories()],
  );
  const asked = await folder.inquest("investigate", question, "--mode", "live", "--json");
  const { investigation_id, findings, summary } = JSON.parse(asked.stdout);
  expect(findings).toMatchObject([
    { detection_id: "vulnerable_package", agent_id: "old-1", severity: "high" },
  ]);
  const [{ evidence }] = findings;
  const row = Object.fromEntries(
    evidence.columns.map((name: string, at: number) => [name, evidence.rows[0][at]]),
  );
  expect(evidence.row_count).toBe(1);
  expect(row).toMatchObject({
    package: "libssl3",
    installed: "3.0.11-1~deb12u2",
    fixed_in: "3.0.14-1~deb12u1",
    advisories: "CVE-2024-5535",
    severity: "medium",
  });
  expect(summary.checks).toMatchObject([{ fail: 1, pass: 1, unknown: 1 }]);
  const today = new Date().toISOString().slice(0, 10);
  expect(summary.narrative.split("\n")).toEqual(
    expect.arrayContaining([
      `Advisories: debian:12 of ${today}.`,
      "No fix yet, not counted: 1 package, bash (CVE-2022-3715).",
      "Not compared: inquest has no advisories for ubuntu:24.04 (ubuntu-1).",
    ]),
  );
  const shown = await folder.inquest("investigate", "show", investigation_id, "--verify");
  expect(shown).toMatchObject({ code: 0 });
  expect(shown.stdout).toContain("1 finding: 1 proven.");
  const audit = await folder.inquest("audit", "--json");
  expect(JSON.stringify(JSON.parse(audit.stdout).summary.posture.fixes)).toContain(
    "apt-get install -y --only-upgrade libssl3",
  );
});

test("without advisories the result is unknown, and the answer says what would change that", async () => {
  const folder = serverFolder();
  await folder.start("--estate", simulatedHosts(hosts), "--no-local-agent");
  const { stdout } = await folder.inquest("investigate", question, "--json");
  const { summary } = JSON.parse(stdout);
  expect(summary.checks).toMatchObject([{ fail: 0, pass: 0, unknown: 3 }]);
  expect(summary.narrative).toContain(
    "Not compared: inquest was started without --advisories (new-1, old-1 and ubuntu-1).",
  );
  const audit = await folder.inquest("audit", "--json");
  const { unknown } = JSON.parse(audit.stdout).summary.posture;
  expect(unknown).toContainEqual(
    expect.objectContaining({
      ...{ detection_id: "vulnerable_package", reason: "table_missing", hosts: 3 },
      lift: expect.stringContaining("--advisories"),
    }),
  );
});

test("neither a server nor a command without one starts with a broken file", async () => {
  const broken = advisories('{"openssl": ');
  const { command, investigate } = cliIn(temporaryFolder());
  for (const run of [
    () => command("server", "--port", "0", "--advisories", broken),
    () => command("audit", "--advisories", broken),
    () => investigate(question, "--advisories", broken),
  ]) {
    const { code, stdout, stderr } = await run();
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`${join(broken, "debian.json")} can't be used as advisories:`);
    expect(stderr).toContain("Fetch the file again, or remove it.");
  }
});

test("with a server, investigate says that its flag is not used", async () => {
  const folder = serverFolder();
  const { url } = await folder.start("--no-local-agent");
  const flags = ["--explain", "--advisories", advisories()];
  const { stderr } = await folder.inquest("investigate", question, ...flags);
  expect(stderr).toBe(
    `--advisories is not used, because ${url} answers the question; pass it to that server.\n`,
  );
});
