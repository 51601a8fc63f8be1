import { TableUnavailable } from "../../host/gap.ts";
import type { Collected } from "../../model/table.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { collectWith, powershellScript } from "../../powershell/powershell.ts";
import { seconds } from "../../powershell/values.ts";

export const uptimeScript = powershellScript({
  system: "Get-CimInstance Win32_OperatingSystem | Select-Object LastBootUpTime,LocalDateTime",
});

/**
 * Windows' fast startup hibernates the kernel: shutting down and starting again doesn't reset the
 * uptime.
 */
export function parseUptime(printed: string): Collected {
  const answer = readAnswer(printed);
  const system = answer.required("system")[0];
  const boot = seconds(system?.LastBootUpTime);
  const now = seconds(system?.LocalDateTime);
  if (boot === null || now === null || now < boot)
    throw new TableUnavailable("error", "no boot time in the output");
  const total = now - boot;
  const row = {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
    total_seconds: total,
    boot_time: boot,
  };
  return { rows: [row], gaps: answer.gaps };
}

export const collectWindows = collectWith(uptimeScript, parseUptime);
