import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Chain, ChainStep } from "../../src/contract/summary.ts";
import { tempFolder } from "../e2e/run-cli.ts";
import { shownToAgents, startBrain } from "../helpers/lab/lab-fleet.ts";
import { openLab, type Place, whyNoLab } from "../helpers/lab/open-lab.ts";

const tools = ["sshd", "ssh", "ssh-keygen", "sudo", "nft", "useradd", "chpasswd", "openssl"];
const hasFirewall = () =>
  spawnSync("unshare", ["--net", "nft", "add", "table", "inet", "filter"]).status === 0;
const missing = whyNoLab(...tools) ?? (hasFirewall() ? undefined : "the kernel has no nftables");
if (missing) console.log(`No real chain is walked: ${missing}.`);

const sudoRule = "/etc/sudoers.d/iq-ben";
const password = "correct-horse";

/** Anna's machine: she has a key without a passphrase, the public half of which is told. */
const setUpAlpha = (alpha: Place): Promise<string> =>
  alpha.shell(`echo 10.77.0.12 beta >>/etc/hosts
    useradd --create-home --shell /bin/bash iq-anna
    su iq-anna -c 'ssh-keygen -q -t ed25519 -N "" -f ~/.ssh/id_ed25519'
    cat ~iq-anna/.ssh/id_ed25519.pub`);

/** Ben's machine: he may become root there; it lets in only keys, and only from the lab's network. */
const setUpBeta = (beta: Place): Promise<string> =>
  beta.shell(`useradd --create-home --shell /bin/bash iq-ben
    echo iq-ben:${password} | chpasswd
    install -d -o iq-ben -g iq-ben -m 700 ~iq-ben/.ssh
    echo 'iq-ben ALL=(root) NOPASSWD: ALL' >${sudoRule}
    ssh-keygen -q -t ed25519 -N '' -f /etc/ssh/ssh_host_ed25519_key
    cat >/etc/ssh/sshd_config <<'END'
ListenAddress 10.77.0.12
UsePAM yes
PasswordAuthentication no
KbdInteractiveAuthentication no
END
    nft -f - <<'END'
table inet filter {
  chain input {
    type filter hook input priority 0; policy drop;
    iif lo accept
    ip saddr 10.77.0.1 accept
    ip saddr 10.77.0.0/24 tcp dport 22 accept
  }
}
END
    $(command -v sshd)`);

/** Two machines whose agents a server knows, which tells of chains; and what is asked and done there. */
async function fleetOfTwo() {
  const home = tempFolder();
  const lab = await openLab();
  const shown = shownToAgents();
  const [brain, alpha, beta] = await Promise.all([
    startBrain(lab, home),
    lab.machine("alpha", { address: "10.77.0.11", shown }),
    lab.machine("beta", { address: "10.77.0.12", shown }),
  ]);
  const [key] = await Promise.all([setUpAlpha(alpha), setUpBeta(beta)]);
  const hook = "https://hooks.example.com/inquest";
  await Promise.all([
    brain.startAgent("alpha", alpha),
    brain.startAgent("beta", beta),
    brain.command("webhooks", "create", hook, "--event", "chain.confirmed"),
  ]);
  return {
    brain,
    beta,
    /** Lets anna's key in as ben, under these options. */
    authorise: (options: string) =>
      beta.shell(`install -o iq-ben -g iq-ben -m 600 /dev/stdin ~iq-ben/.ssh/authorized_keys <<'END'
${options}${key}
END`),
    async ask() {
      const question = "how could iq-anna on alpha become root on beta?";
      const asked = await brain.command("investigate", question, "--mode", "live");
      expect(asked).toMatchObject({ status: "completed" });
      expect(asked.summary.coverage).toMatchObject({ agents_answered: 2, live: 2 });
      const { investigation_id: id, started_at: since } = asked;
      return { id, since, says: asked.summary.narrative, chains: asked.chains as Chain[] };
    },
    /** What is true: anna goes the way herself, and says ben's password where she knows it. */
    walk(says = "") {
      const quiet = "-qo BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null";
      const asRoot = `sudo ${says === "" ? "-n" : "-S"} id -u`;
      const line = `echo '${says}' | ssh ${quiet} -i ~/.ssh/id_ed25519 iq-ben@beta ${asRoot}`;
      return alpha.run(["su", "iq-anna", "-c", line]);
    },
  };
}

/** The rows that hosts signed in one run, by agent id, each as JSON. */
function signedRows(dataDir: string, investigationId: string): Map<string, Set<string>> {
  const folder = join(dataDir, "blobs", "receipts");
  const files = readdirSync(folder).filter((name) => name.startsWith(`${investigationId}-`));
  const lines = files.flatMap((file) =>
    gunzipSync(readFileSync(join(folder, file)))
      .toString()
      .trim()
      .split("\n"),
  );
  return new Map(
    lines.map((line) => {
      const { agent_id, results } = JSON.parse(JSON.parse(line).text);
      const rows: unknown[] = results.flatMap((result: { rows: unknown[] }) => result.rows);
      return [agent_id, new Set(rows.map((row) => JSON.stringify(row)))];
    }),
  );
}

const hopOf = ({ agent_id, edge, from, to }: ChainStep) =>
  `${agent_id}: ${edge} ${from.label} > ${to.label}`.replace(/SHA256:\S+/g, "SHA256");

const becameRoot = { code: 0, stdout: "0\n" };

test.skipIf(missing)(
  "a real attack path is confirmed while it works, and no longer once it is blocked",
  async () => {
    const { brain, beta, authorise, ask, walk } = await fleetOfTwo();
    await authorise("");
    const whole = await ask();
    expect(await walk()).toMatchObject(becameRoot);
    expect(whole.chains).toMatchObject([{ status: "confirmed", weakest: null }]);
    const { steps } = whole.chains[0]!;
    expect(steps.map(hopOf)).toEqual([
      "alpha: HoldsKey iq-anna@alpha > key SHA256",
      "beta: Reaches key SHA256 > service 22/tcp on beta",
      "beta: KeyOpens service 22/tcp on beta > iq-ben@beta",
      "beta: SudoRoot iq-ben@beta > root@beta",
    ]);
    const signed = signedRows(brain.dataDir, whole.id);
    for (const { agent_id, proof, state, source, confirmed_at } of steps) {
      expect({ state, source }).toEqual({ state: "proven", source: "live" });
      expect(Date.parse(confirmed_at!)).toBeGreaterThanOrEqual(Date.parse(whole.since));
      expect(signed.get(agent_id)).toContain(JSON.stringify(proof.row));
    }
    const verified = await brain.command("investigate", "show", whole.id, "--verify");
    expect(verified).toMatchObject({ ok: true, receipts: [{ ok: true }, { ok: true }] });

    await authorise('from="192.0.2.1" ');
    const [fromElsewhere, refused] = await Promise.all([ask(), walk()]);
    expect(refused).toMatchObject({ code: 255, stdout: "" });
    expect(fromElsewhere.chains).toEqual([]);
    expect(fromElsewhere.says).toContain("No path was found");
    expect(fromElsewhere.says).toMatch(/beta admits only 192\.0\.2\.1 .*, not 10\.77\.0\.11/);

    await authorise("");
    const [again, walked] = await Promise.all([ask(), walk()]);
    expect(walked).toMatchObject(becameRoot);
    expect(again.chains).toMatchObject([{ status: "confirmed" }]);

    await beta.shell(`sed -i s/NOPASSWD:// ${sudoRule}`);
    const [withPassword, without] = await Promise.all([ask(), walk()]);
    expect(without).toMatchObject({ code: 1, stdout: "" });
    expect(await walk(password)).toMatchObject(becameRoot);
    const weakest = expect.stringContaining("Needed: iq-ben's password");
    expect(withPassword.chains).toMatchObject([{ status: "unconfirmed", weakest }]);

    await beta.shell(`rm ${sudoRule}`);
    const [withoutSudo, denied] = await Promise.all([ask(), walk(password)]);
    expect(denied).toMatchObject({ code: 1, stdout: "" });
    expect(withoutSudo.chains).toEqual([]);

    const { deliveries } = await brain.command("webhooks", "deliveries");
    const confirmed = ({ id }: { id: string }) => ({
      event_type: "chain.confirmed",
      event: { data: { investigation_id: id, chain: { status: "confirmed" } } },
    });
    expect(deliveries).toMatchObject([confirmed(again), confirmed(whole)]);
  },
  90_000,
);
