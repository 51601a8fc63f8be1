import { checkSpec } from "./check-spec.ts";
import { escapeXml } from "./escape-xml.ts";
import type { ServiceDefinition, ServiceSpec } from "./types.ts";

const task = "inquest-agent";
/** The SYSTEM account, whose name depends on Windows' language. */
const systemSid = "S-1-5-18";

/**
 * The agent as a scheduled task that starts with Windows. It is not a Windows service: those must
 * report to the Service Control Manager, which Node can't, so Windows would end it after 30 s.
 */
export function windowsService(
  spec: ServiceSpec,
  programData = "C:\\ProgramData",
): ServiceDefinition {
  const { user } = checkSpec(spec, "windows");
  const path = `${programData}\\inquest\\${task}.xml`;
  return {
    path,
    text: windowsTask(spec),
    encoding: "utf16le",
    start: [
      { ...schtasks("/End", "/TN", task), mayFail: true },
      schtasks("/Create", "/TN", task, "/XML", path, "/F"),
      schtasks("/Run", "/TN", task),
    ],
    stop: [
      { ...schtasks("/End", "/TN", task), mayFail: true },
      { ...schtasks("/Delete", "/TN", task, "/F"), mayFail: true },
    ],
    afterRemoval: [],
    status: `schtasks /Query /TN ${task} /V /FO LIST`,
    notes: [
      "It is a scheduled task that starts with Windows and, if it ends, restarts within five minutes.",
      ...(user === null
        ? []
        : [
            `As ${user} the agent can't read what only SYSTEM may; investigations report it as gaps.`,
          ]),
    ],
  };
}

const schtasks = (...args: string[]) => ({ tool: "schtasks.exe", args });

export function windowsTask({ program, configPath, user }: ServiceSpec): string {
  const [file, ...args] = [...program, "--config", configPath];
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>inquest endpoint agent</Description>
  </RegistrationInfo>
  <Triggers>
    <BootTrigger>
      <Enabled>true</Enabled>
    </BootTrigger>
    <TimeTrigger>
      <Repetition>
        <Interval>PT5M</Interval>
        <StopAtDurationEnd>false</StopAtDurationEnd>
      </Repetition>
      <StartBoundary>2020-01-01T00:00:00</StartBoundary>
      <Enabled>true</Enabled>
    </TimeTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      ${principal(user)}
      <RunLevel>HighestAvailable</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <Enabled>true</Enabled>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>255</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${escapeXml(quote(file!))}</Command>
      <Arguments>${escapeXml(args.map(quote).join(" "))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
}

/** S4U: stores no password and needs no logged-in user. */
function principal(user: string | null): string {
  return user === null
    ? `<UserId>${systemSid}</UserId>`
    : `<UserId>${escapeXml(user)}</UserId>\n      <LogonType>S4U</LogonType>`;
}

/** Quotes an argument for CommandLineToArgvW: backslashes are special only before a quote. */
function quote(arg: string): string {
  const escaped = arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1");
  return `"${escaped}"`;
}
