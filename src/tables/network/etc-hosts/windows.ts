import type { Collected } from "../../model/table.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { collectWith, powershellScript } from "../../powershell/powershell.ts";
import { text } from "../../powershell/values.ts";
import { parseHosts } from "./unix.ts";

export const etcHostsScript = powershellScript({
  lines: `$file=$env:SystemRoot+'\\System32\\drivers\\etc\\hosts';
    if(Test-Path -LiteralPath $file){[IO.File]::ReadAllLines($file) | Where-Object {$_ -match '^\\s*[^#\\s]'} | ForEach-Object {[pscustomobject]@{Line=$_}}}`,
});

export function parseEtcHosts(printed: string): Collected {
  const answer = readAnswer(printed);
  const lines = answer.required("lines").map(({ Line }) => text(Line) ?? "");
  return { rows: parseHosts(lines.join("\n")), gaps: answer.gaps };
}

export const collectWindows = collectWith(etcHostsScript, parseEtcHosts);
