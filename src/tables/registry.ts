import { failedLogins } from "./accounts/failed-logins.ts";
import { groups } from "./accounts/groups/table.ts";
import { last } from "./accounts/last.ts";
import { loggedInUsers } from "./accounts/logged-in-users/table.ts";
import { shadow } from "./accounts/shadow.ts";
import { shellHistory } from "./accounts/shell-history.ts";
import { userGroups } from "./accounts/user-groups/table.ts";
import { users } from "./accounts/users/table.ts";
import { windowsAccounts } from "./accounts/windows-accounts.ts";
import { chromeExtensionContentScripts } from "./browsers/chrome-extension-content-scripts.ts";
import { chromeExtensions } from "./browsers/chrome-extensions.ts";
import { firefoxAddons } from "./browsers/firefox-addons.ts";
import { certificates } from "./certificates/certificates.ts";
import { trustedAuthorities } from "./certificates/trusted-authorities.ts";
import { ec2InstanceMetadata } from "./cloud/ec2-instance-metadata.ts";
import { ec2InstanceTags } from "./cloud/ec2-instance-tags.ts";
import { dockerContainerLabels } from "./containers/docker-container-labels.ts";
import { dockerContainerMounts } from "./containers/docker-container-mounts.ts";
import { dockerContainerNetworks } from "./containers/docker-container-networks.ts";
import { dockerContainerPorts } from "./containers/docker-container-ports.ts";
import { dockerContainerProcesses } from "./containers/docker-container-processes.ts";
import { dockerContainers } from "./containers/docker-containers.ts";
import { dockerImageHistory } from "./containers/docker-image-history.ts";
import { dockerImages } from "./containers/docker-images.ts";
import { dockerNetworks } from "./containers/docker-networks.ts";
import { dockerVersion } from "./containers/docker-version.ts";
import { dockerVolumes } from "./containers/docker-volumes.ts";
import { credentialFiles } from "./credentials/credential-files.ts";
import { eventTables } from "./events/event-tables.ts";
import { file } from "./files/file.ts";
import { hash } from "./files/hash.ts";
import { magic } from "./files/magic.ts";
import { alf } from "./firewall/alf.ts";
import { alfExceptions } from "./firewall/alf-exceptions.ts";
import { firewallRules } from "./firewall/firewall-rules/table.ts";
import { firewallVerdicts } from "./firewall/firewall-verdicts/table.ts";
import { iptables } from "./firewall/iptables.ts";
import { windowsFirewallProfiles } from "./firewall/windows-firewall-profiles.ts";
import { windowsFirewallRules } from "./firewall/windows-firewall-rules.ts";
import { acpiTables } from "./hardware/acpi-tables.ts";
import { cpuInfo } from "./hardware/cpu-info.ts";
import { cpuid } from "./hardware/cpuid.ts";
import { memoryInfo } from "./hardware/memory-info.ts";
import { pciDevices } from "./hardware/pci-devices.ts";
import { platformInfo } from "./hardware/platform-info.ts";
import { smbiosTables } from "./hardware/smbios-tables.ts";
import { usbDevices } from "./hardware/usb-devices.ts";
import { accountCreations } from "./logins/account-creations.ts";
import { lastLogins } from "./logins/last-logins.ts";
import type { Table } from "./model/table.ts";
import { arpCache } from "./network/arp-cache.ts";
import { curl } from "./network/curl.ts";
import { curlCertificate } from "./network/curl-certificate.ts";
import { dnsResolvers } from "./network/dns-resolvers.ts";
import { etcHosts } from "./network/etc-hosts/table.ts";
import { etcProtocols } from "./network/etc-protocols.ts";
import { etcServices } from "./network/etc-services.ts";
import { interfaceAddresses } from "./network/interface-addresses/table.ts";
import { interfaceDetails } from "./network/interface-details/table.ts";
import { interfaceIpv6 } from "./network/interface-ipv6.ts";
import { listeningPorts } from "./network/listening-ports/table.ts";
import { processOpenSockets } from "./network/process-open-sockets/table.ts";
import { routes } from "./network/routes.ts";
import { apps } from "./packages/apps.ts";
import { aptConfig } from "./packages/apt-config.ts";
import { aptSources } from "./packages/apt-sources.ts";
import { atomPackages } from "./packages/atom-packages.ts";
import { debPackages } from "./packages/deb-packages.ts";
import { homebrewPackages } from "./packages/homebrew-packages.ts";
import { npmPackages } from "./packages/npm-packages.ts";
import { packageReceipts } from "./packages/package-receipts.ts";
import { packageUpdates } from "./packages/package-updates.ts";
import { patches } from "./packages/patches.ts";
import { portagePackages } from "./packages/portage-packages.ts";
import { programs } from "./packages/programs.ts";
import { pythonPackages } from "./packages/python-packages.ts";
import { rpmPackages } from "./packages/rpm-packages.ts";
import { softwareUpdate } from "./packages/software-update.ts";
import { vscodeExtensions } from "./packages/vscode-extensions.ts";
import { yumSources } from "./packages/yum-sources.ts";
import { pamRules } from "./pam/pam-rules.ts";
import { pamServicesTable } from "./pam/pam-services.ts";
import { exposedFiles } from "./permissions/exposed-files.ts";
import { fileCapabilities } from "./permissions/file-capabilities.ts";
import { pathPermissions } from "./permissions/path-permissions/table.ts";
import { suidBin } from "./permissions/suid-bin.ts";
import { openLogs } from "./processes/open-logs.ts";
import { preloadedLibraries } from "./processes/preloaded-libraries.ts";
import { processEnvs } from "./processes/process-envs.ts";
import { processMemoryMap } from "./processes/process-memory-map.ts";
import { processNamespaces } from "./processes/process-namespaces.ts";
import { processOpenFiles } from "./processes/process-open-files.ts";
import { processOpenPipes } from "./processes/process-open-pipes.ts";
import { processes } from "./processes/processes/table.ts";
import { secretsFiles } from "./secrets/secrets-files.ts";
import { apparmorProfiles } from "./security/apparmor-profiles.ts";
import { fileScanners } from "./security/file-scanners/table.ts";
import { gatekeeper } from "./security/gatekeeper.ts";
import { secureboot } from "./security/secureboot/table.ts";
import { selinuxSettings } from "./security/selinux-settings.ts";
import { sipConfig } from "./security/sip-config.ts";
import { windowsOptionalFeatures } from "./security/windows-optional-features.ts";
import { windowsSecurityProducts } from "./security/windows-security-products.ts";
import { windowsSettings } from "./security/windows-settings.ts";
import { serviceAuthentication } from "./services/authentication/table.ts";
import { crontab } from "./services/crontab/table.ts";
import { launchd } from "./services/launchd.ts";
import { launchdOverrides } from "./services/launchd-overrides.ts";
import { scheduledTasks } from "./services/scheduled-tasks.ts";
import { services } from "./services/services.ts";
import { snmpAccess } from "./services/snmp-access.ts";
import { startupCommands } from "./services/startup-commands/table.ts";
import { startupItems } from "./services/startup-items/table.ts";
import { systemdTimers } from "./services/systemd-timers.ts";
import { systemdUnits } from "./services/systemd-units.ts";
import { authorizedKeys } from "./ssh/authorized-keys.ts";
import { knownHosts } from "./ssh/known-hosts.ts";
import { sshAgentSockets } from "./ssh/ssh-agent-sockets.ts";
import { sshAuthorities } from "./ssh/ssh-authorities.ts";
import { sshConfigs } from "./ssh/ssh-configs.ts";
import { sshGuessLimits } from "./ssh/ssh-guess-limits.ts";
import { sshLogins } from "./ssh/ssh-logins.ts";
import { sshdConfig } from "./ssh/sshd-config.ts";
import { userSshKeys } from "./ssh/user-ssh-keys.ts";
import { bitlockerInfo } from "./storage/bitlocker-info.ts";
import { blockDevices } from "./storage/block-devices.ts";
import { diskEncryption } from "./storage/disk-encryption/table.ts";
import { logicalDrives } from "./storage/logical-drives.ts";
import { mounts } from "./storage/mounts/table.ts";
import { sambaSettings } from "./storage/samba-settings.ts";
import { sharedResources } from "./storage/shared-resources.ts";
import { swapDevices } from "./storage/swap-devices.ts";
import { sudoRefusals } from "./sudo/sudo-refusals.ts";
import { sudoers } from "./sudo/sudoers.ts";
import { cpuTime } from "./system/cpu-time.ts";
import { kernelInfo } from "./system/kernel-info.ts";
import { kernelModules } from "./system/kernel-modules.ts";
import { loadAverage } from "./system/load-average/table.ts";
import { memoryMap } from "./system/memory-map.ts";
import { protocolModules } from "./system/modules/protocol-modules.ts";
import { usbStorageDrivers } from "./system/modules/usb-storage-drivers.ts";
import { osVersion } from "./system/os-version/table.ts";
import { osqueryEvents } from "./system/osquery-events.ts";
import { osqueryFlags } from "./system/osquery-flags.ts";
import { osqueryInfo } from "./system/osquery-info.ts";
import { osquerySchedule } from "./system/osquery-schedule.ts";
import { sharedMemory } from "./system/shared-memory.ts";
import { systemControls } from "./system/system-controls.ts";
import { systemInfo } from "./system/system-info/table.ts";
import { time } from "./system/time.ts";
import { uptime } from "./system/uptime/table.ts";
import { yara } from "./yara/yara.ts";

/** Every table an agent can answer from. */
export const tables: Table[] = [
  accountCreations,
  acpiTables,
  alf,
  alfExceptions,
  apparmorProfiles,
  apps,
  aptConfig,
  aptSources,
  arpCache,
  atomPackages,
  authorizedKeys,
  bitlockerInfo,
  blockDevices,
  certificates,
  chromeExtensionContentScripts,
  chromeExtensions,
  cpuInfo,
  cpuTime,
  cpuid,
  credentialFiles,
  crontab,
  curl,
  curlCertificate,
  debPackages,
  diskEncryption,
  dnsResolvers,
  dockerContainerLabels,
  dockerContainerMounts,
  dockerContainerNetworks,
  dockerContainerPorts,
  dockerContainerProcesses,
  dockerContainers,
  dockerImageHistory,
  dockerImages,
  dockerNetworks,
  dockerVersion,
  dockerVolumes,
  ec2InstanceMetadata,
  ec2InstanceTags,
  etcHosts,
  etcProtocols,
  etcServices,
  ...eventTables,
  exposedFiles,
  failedLogins,
  file,
  fileCapabilities,
  fileScanners,
  firefoxAddons,
  firewallRules,
  firewallVerdicts,
  gatekeeper,
  groups,
  hash,
  homebrewPackages,
  interfaceAddresses,
  interfaceDetails,
  interfaceIpv6,
  iptables,
  kernelInfo,
  kernelModules,
  usbStorageDrivers,
  knownHosts,
  last,
  lastLogins,
  launchd,
  launchdOverrides,
  listeningPorts,
  loadAverage,
  loggedInUsers,
  logicalDrives,
  magic,
  memoryInfo,
  memoryMap,
  mounts,
  npmPackages,
  openLogs,
  osVersion,
  osqueryEvents,
  osqueryFlags,
  osqueryInfo,
  osquerySchedule,
  packageReceipts,
  packageUpdates,
  patches,
  pamRules,
  pamServicesTable,
  pathPermissions,
  pciDevices,
  platformInfo,
  portagePackages,
  preloadedLibraries,
  processEnvs,
  processMemoryMap,
  processNamespaces,
  processOpenFiles,
  processOpenPipes,
  processOpenSockets,
  processes,
  programs,
  protocolModules,
  pythonPackages,
  routes,
  rpmPackages,
  sambaSettings,
  scheduledTasks,
  secretsFiles,
  secureboot,
  selinuxSettings,
  serviceAuthentication,
  services,
  shadow,
  sharedMemory,
  sharedResources,
  snmpAccess,
  shellHistory,
  sipConfig,
  smbiosTables,
  softwareUpdate,
  sshAgentSockets,
  sshAuthorities,
  sshConfigs,
  sshGuessLimits,
  sshLogins,
  sshdConfig,
  startupCommands,
  startupItems,
  sudoRefusals,
  sudoers,
  suidBin,
  swapDevices,
  systemControls,
  systemInfo,
  systemdTimers,
  systemdUnits,
  time,
  trustedAuthorities,
  uptime,
  usbDevices,
  userGroups,
  userSshKeys,
  users,
  vscodeExtensions,
  windowsAccounts,
  windowsFirewallProfiles,
  windowsFirewallRules,
  windowsOptionalFeatures,
  windowsSecurityProducts,
  windowsSettings,
  yara,
  yumSources,
];
