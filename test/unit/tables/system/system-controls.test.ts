import fc from "fast-check";
import { expect, test } from "vitest";
import { configuredValue, parseSysctlConfig } from "../../../../src/tables/system/sysctl-config.ts";
import { systemControls } from "../../../../src/tables/system/system-controls.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

const debian = recordedHost("system-debian");

test("each setting has its value and the one configured last", async () => {
  const rows = await collectRows(systemControls, debian);
  const find = (name: string) => rows.find((row) => row.name === name);
  expect(find("kernel.randomize_va_space")).toMatchObject({
    current_value: "0",
    config_value: "2",
    subsystem: "kernel",
  });
  expect(find("net.ipv4.conf.eth0/100.rp_filter")).toMatchObject({
    current_value: "2",
    config_value: "1",
  });
});

test("a file of one name in /etc hides the vendor's", async () => {
  const rows = await collectRows(systemControls, debian);
  expect(rows.find((row) => row.name === "net.ipv4.ip_forward")).toMatchObject({
    config_value: "",
  });
});

test("a pattern applies where no exact name does", () => {
  const settings = new Map([
    ["net.ipv4.conf.*.rp_filter", "1"],
    ["net.ipv4.conf.lo.rp_filter", "0"],
  ]);
  expect(configuredValue(settings, "net.ipv4.conf.eth0.rp_filter")).toBe("1");
  expect(configuredValue(settings, "net.ipv4.conf.lo.rp_filter")).toBe("0");
  expect(configuredValue(settings, "net.ipv4.conf.a.b.rp_filter")).toBeUndefined();
});

test("a closed setting is a gap, not an empty value", async () => {
  const host = closePaths(debian, (path) => path.endsWith("/ip_forward"));
  const { rows, gaps } = await systemControls.collect(host);
  expect(rows.some((row) => row.name === "net.ipv4.ip_forward")).toBe(false);
  expect(gaps).toEqual([
    {
      reason: "denied",
      detail: "/proc/sys/net/ipv4/ip_forward: permission denied",
      rows: { column: "name", values: ["net.ipv4.ip_forward"] },
    },
  ]);
});

test("any configuration gives names without separators", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const [name] of parseSysctlConfig(text)) expect(name).not.toMatch(/=|\n/);
    }),
  );
});
