import type { Collected } from "../../model/table.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { collectWith, powershellScript } from "../../powershell/powershell.ts";
import { flag } from "../../powershell/values.ts";

/** Windows keeps the state for every account; the firmware's own variables need an administrator. */
export const securebootScript = powershellScript({
  state: `Get-Item -LiteralPath 'HKLM:\\SYSTEM\\CurrentControlSet\\Control\\SecureBoot\\State' -ErrorAction SilentlyContinue -ErrorVariable missed | ForEach-Object {[pscustomobject]@{Enabled=$_.GetValue('UEFISecureBootEnabled')}}`,
});

export function parseSecureboot(printed: string): Collected {
  const answer = readAnswer(printed);
  const rows = answer.required("state").flatMap(({ Enabled }) => {
    const secure_boot = flag(Enabled);
    return secure_boot === null ? [] : [{ secure_boot, setup_mode: null }];
  });
  return { rows, gaps: answer.gaps };
}

export const collectWindows = collectWith(securebootScript, parseSecureboot);
