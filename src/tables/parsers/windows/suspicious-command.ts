/** What malware does in a command that Windows starts by itself, and the file or server it names. */
export interface SuspiciousCommand {
  action: string;
  target: string | null;
}

const maxLength = 4000;

/** Folders that every account can write, and programs and scripts in them. */
const openFolder =
  /(?:^|[\s"',=(])((?:%(?:temp|tmp|public)%|[a-z]:\\(?:users\\public|windows\\(?:temp|tasks)|perflogs|\$recycle\.bin)|[a-z]:\\users\\[^\\"]+\\appdata\\local\\temp)\\[^"\n]*?\.(?:exe|com|scr|pif|dll|bat|cmd|ps1|vbs|vbe|jse?|wsf|hta|jar|py))(?=$|[\s"',)])/i;
/** Installers that go on after a restart stay in a folder for temporary files. */
const installer = /(?:setup|install|updat|unins|redist)[^\\]*$/i;

const download =
  /\b(?:download(?:string|data|file)|net\.webclient|invoke-webrequest|invoke-restmethod|iwr|irm|start-bitstransfer)\b/i;
const execution = /\b(?:iex|invoke-expression|start-process|invoke-item)\b/i;
const powershell = /\b(?:powershell|pwsh)(?:\.exe)?\b/i;
const encoded = /\s[-/]e(?:c|n|nc\w*)?\s+["']?([a-z0-9+/]{20,}={0,2})/i;

/** Tools of Windows that fetch or run scripts from elsewhere. */
const toolRules: [action: string, pattern: RegExp][] = [
  ["runs a script from the network", /\bmshta(?:\.exe)?"?\s+["']?(?:https?:|\\\\)/i],
  ["runs a script from the network", /\bregsvr32(?:\.exe)?"?\s.*\/i:["']?https?:/i],
  ["runs a script of its arguments", /\b(?:mshta|rundll32)(?:\.exe)?"?\s+["']?(?:java|vb)script:/i],
  ["downloads with a tool of Windows", /\bcertutil(?:\.exe)?"?\s.*[-/]urlcache\b/i],
  ["downloads with a tool of Windows", /\bbitsadmin(?:\.exe)?"?\s.*\/transfer\b/i],
];

/** Undefined for an ordinary command. The command itself may hold a secret and is not part of it. */
export function suspiciousWindowsCommand(command: string): SuspiciousCommand | undefined {
  const text = command.slice(0, maxLength);
  const tool = toolRules.find(([, pattern]) => pattern.test(text));
  if (tool) return { action: tool[0], target: serverIn(text) };
  if (powershell.test(text)) {
    const script = encoded.exec(text)?.[1];
    const plain = script ? Buffer.from(script, "base64").toString("utf16le") : text;
    if (download.test(plain) && execution.test(plain))
      return { action: "runs a download in PowerShell", target: serverIn(plain) };
    if (script) return { action: "runs encoded PowerShell", target: serverIn(plain) };
  }
  const file = openFolder.exec(text)?.[1];
  if (file && !installer.test(file))
    return { action: "runs a file of a temporary or public folder", target: file };
  return undefined;
}

const serverIn = (text: string) =>
  /https?:\/\/(?:[^/@\s]*@)?([^/\s"'):;]+)/i.exec(text)?.[1] ?? null;
