import { alf } from "./alf.ts";
import { alfExceptions } from "./alf-exceptions.ts";
import { apparmorProfiles } from "./apparmor-profiles.ts";
import { apps } from "./apps.ts";
import { aptSources } from "./apt-sources.ts";
import { arpCache } from "./arp-cache.ts";
import { authorizedKeys } from "./authorized-keys.ts";
import { bitlockerInfo } from "./bitlocker-info.ts";
import { blockDevices } from "./block-devices.ts";
import { certificates } from "./certificates.ts";
import { cpuInfo } from "./cpu-info.ts";
import { credentialFiles } from "./credential-files.ts";
import { crontab } from "./crontab.ts";
import { debPackages } from "./deb-packages.ts";
import { diskEncryption } from "./disk-encryption.ts";
import { dnsResolvers } from "./dns-resolvers.ts";
import { dockerContainerMounts } from "./docker-container-mounts.ts";
import { dockerContainerPorts } from "./docker-container-ports.ts";
import { dockerContainers } from "./docker-containers.ts";
import { dockerImages } from "./docker-images.ts";
import { etcHosts } from "./etc-hosts.ts";
import { failedLogins } from "./failed-logins.ts";
import { file } from "./file.ts";
import { fileCapabilities } from "./file-capabilities.ts";
import { firewallRules } from "./firewall-rules.ts";
import { gatekeeper } from "./gatekeeper.ts";
import { groups } from "./groups.ts";
import { hash } from "./hash.ts";
import { homebrewPackages } from "./homebrew-packages.ts";
import { interfaceAddresses } from "./interface-addresses.ts";
import { interfaceDetails } from "./interface-details.ts";
import { kernelInfo } from "./kernel-info.ts";
import { kernelModules } from "./kernel-modules.ts";
import { knownHosts } from "./known-hosts.ts";
import { last } from "./last.ts";
import { launchd } from "./launchd.ts";
import { launchdOverrides } from "./launchd-overrides.ts";
import { listeningPorts } from "./listening-ports.ts";
import { loadAverage } from "./load-average.ts";
import { loggedInUsers } from "./logged-in-users.ts";
import { logicalDrives } from "./logical-drives.ts";
import { memoryInfo } from "./memory-info.ts";
import { mounts } from "./mounts.ts";
import { npmPackages } from "./npm-packages.ts";
import { osVersion } from "./os-version.ts";
import { osqueryInfo } from "./osquery-info.ts";
import { packageReceipts } from "./package-receipts.ts";
import { packageUpdates } from "./package-updates.ts";
import { patches } from "./patches.ts";
import { pathPermissions } from "./path-permissions.ts";
import { platformInfo } from "./platform-info.ts";
import { processEnvs } from "./process-envs.ts";
import { processOpenFiles } from "./process-open-files.ts";
import { processOpenSockets } from "./process-open-sockets.ts";
import { processes } from "./processes.ts";
import { programs } from "./programs.ts";
import { pythonPackages } from "./python-packages.ts";
import { routes } from "./routes.ts";
import { rpmPackages } from "./rpm-packages.ts";
import { scheduledTasks } from "./scheduled-tasks.ts";
import { secureboot } from "./secureboot.ts";
import { selinuxSettings } from "./selinux-settings.ts";
import { services } from "./services.ts";
import { shadow } from "./shadow.ts";
import { sharedResources } from "./shared-resources.ts";
import { shellHistory } from "./shell-history.ts";
import { sipConfig } from "./sip-config.ts";
import { sshAgentSockets } from "./ssh-agent-sockets.ts";
import { sshAuthorities } from "./ssh-authorities.ts";
import { sshConfigs } from "./ssh-configs.ts";
import { sshLogins } from "./ssh-logins.ts";
import { sshdConfig } from "./sshd-config.ts";
import { startupItems } from "./startup-items.ts";
import { sudoers } from "./sudoers.ts";
import { suidBin } from "./suid-bin.ts";
import { systemControls } from "./system-controls.ts";
import { systemInfo } from "./system-info.ts";
import { systemdTimers } from "./systemd-timers.ts";
import { systemdUnits } from "./systemd-units.ts";
import type { Table } from "./table.ts";
import { time } from "./time.ts";
import { uptime } from "./uptime.ts";
import { usbDevices } from "./usb-devices.ts";
import { userGroups } from "./user-groups.ts";
import { userSshKeys } from "./user-ssh-keys.ts";
import { users } from "./users.ts";
import { windowsFirewallProfiles } from "./windows-firewall-profiles.ts";
import { windowsFirewallRules } from "./windows-firewall-rules.ts";
import { windowsSecurityProducts } from "./windows-security-products.ts";

/** Every table an agent can answer from. */
export const tables: Table[] = [
  alf,
  alfExceptions,
  apparmorProfiles,
  apps,
  aptSources,
  arpCache,
  authorizedKeys,
  bitlockerInfo,
  blockDevices,
  certificates,
  cpuInfo,
  credentialFiles,
  crontab,
  debPackages,
  diskEncryption,
  dnsResolvers,
  dockerContainerMounts,
  dockerContainerPorts,
  dockerContainers,
  dockerImages,
  etcHosts,
  failedLogins,
  file,
  fileCapabilities,
  firewallRules,
  gatekeeper,
  groups,
  hash,
  homebrewPackages,
  interfaceAddresses,
  interfaceDetails,
  kernelInfo,
  kernelModules,
  knownHosts,
  last,
  launchd,
  launchdOverrides,
  listeningPorts,
  loadAverage,
  loggedInUsers,
  logicalDrives,
  memoryInfo,
  mounts,
  npmPackages,
  osVersion,
  osqueryInfo,
  packageReceipts,
  packageUpdates,
  patches,
  pathPermissions,
  platformInfo,
  processEnvs,
  processOpenFiles,
  processOpenSockets,
  processes,
  programs,
  pythonPackages,
  routes,
  rpmPackages,
  scheduledTasks,
  secureboot,
  selinuxSettings,
  services,
  shadow,
  sharedResources,
  shellHistory,
  sipConfig,
  sshAgentSockets,
  sshAuthorities,
  sshConfigs,
  sshLogins,
  sshdConfig,
  startupItems,
  sudoers,
  suidBin,
  systemControls,
  systemInfo,
  systemdTimers,
  systemdUnits,
  time,
  uptime,
  usbDevices,
  userGroups,
  userSshKeys,
  users,
  windowsFirewallProfiles,
  windowsFirewallRules,
  windowsSecurityProducts,
];
