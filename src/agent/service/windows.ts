import { checkSpec } from "./check-spec.ts";
import { escapeXml } from "./escape-xml.ts";
import type { ServiceDefinition, ServiceSpec } from "./types.ts";

const task = "inquest-agent";
/** The account SYSTEM, whatever Windows calls it in its language. */
const systemSid = "S-1-5-18";

/**
 * The agent as a scheduled task that starts with Windows. It isn't a service in Windows' own
 * sense: those must answer the Service Control Manager, which Node doesn't, so sc.exe would end
 * it after 30 s.
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
      "It is a scheduled task that starts with Windows, and is started again within five minutes whenever it has ended.",
      ...(user === null
        ? []
        : [`As ${user} the agent can't see what only SYSTEM may; investigations tell it as gaps.`]),
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

/** S4U: no password is kept, and no user has to be logged in. */
function principal(user: string | null): string {
  return user === null
    ? `<UserId>${systemSid}</UserId>`
    : `<UserId>${escapeXml(user)}</UserId>\n      <LogonType>S4U</LogonType>`;
}

/** One argument as CommandLineToArgvW takes it apart: backslashes count only before a quote. */
function quote(word: string): string {
  const escaped = word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1");
  return `"${escaped}"`;
}
