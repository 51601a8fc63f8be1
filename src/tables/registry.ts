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
import { operaExtensions } from "./browsers/opera-extensions.ts";
import { certificates } from "./certificates/certificates.ts";
import { trustedAuthorities } from "./certificates/trusted-authorities.ts";
import { azureInstanceMetadata } from "./cloud/azure-instance-metadata.ts";
import { azureInstanceTags } from "./cloud/azure-instance-tags.ts";
import { ec2InstanceMetadata } from "./cloud/ec2-instance-metadata.ts";
import { ec2InstanceTags } from "./cloud/ec2-instance-tags.ts";
import { dockerContainerEnvs } from "./containers/docker-container-envs.ts";
import { dockerContainerFsChanges } from "./containers/docker-container-fs-changes.ts";
import { dockerContainerLabels } from "./containers/docker-container-labels.ts";
import { dockerContainerMounts } from "./containers/docker-container-mounts.ts";
import { dockerContainerNetworks } from "./containers/docker-container-networks.ts";
import { dockerContainerPorts } from "./containers/docker-container-ports.ts";
import { dockerContainerProcesses } from "./containers/docker-container-processes.ts";
import { dockerContainerStats } from "./containers/docker-container-stats.ts";
import { dockerContainers } from "./containers/docker-containers.ts";
import { dockerImageHistory } from "./containers/docker-image-history.ts";
import { dockerImageLabels } from "./containers/docker-image-labels.ts";
import { dockerImageLayers } from "./containers/docker-image-layers.ts";
import { dockerImages } from "./containers/docker-images.ts";
import { dockerInfo } from "./containers/docker-info.ts";
import { dockerNetworkLabels } from "./containers/docker-network-labels.ts";
import { dockerNetworks } from "./containers/docker-networks.ts";
import { dockerVersion } from "./containers/docker-version.ts";
import { dockerVolumeLabels } from "./containers/docker-volume-labels.ts";
import { dockerVolumes } from "./containers/docker-volumes.ts";
import { lxdCluster, lxdClusterMembers } from "./containers/lxd/cluster.ts";
import { lxdInstanceConfig, lxdInstanceDevices, lxdInstances } from "./containers/lxd/instances.ts";
import {
  lxdCertificates,
  lxdImages,
  lxdNetworks,
  lxdStoragePools,
} from "./containers/lxd/resources.ts";
import { credentialFiles } from "./credentials/credential-files.ts";
import { windowsSavedPasswords } from "./credentials/windows-saved-passwords.ts";
import { doasGrants } from "./doas/doas-grants.ts";
import { eventTables } from "./events/event-tables.ts";
import { carves } from "./files/carves.ts";
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
import { intelMeInfo } from "./hardware/intel-me-info.ts";
import { memoryInfo } from "./hardware/memory-info.ts";
import { pciDevices } from "./hardware/pci-devices.ts";
import { platformInfo } from "./hardware/platform-info.ts";
import {
  memoryArrayMappedAddresses,
  memoryDeviceMappedAddresses,
} from "./hardware/smbios/mapped-addresses.ts";
import { memoryArrays } from "./hardware/smbios/memory-arrays.ts";
import { memoryDevices } from "./hardware/smbios/memory-devices.ts";
import { memoryErrorInfo } from "./hardware/smbios/memory-error-info.ts";
import { oemStrings } from "./hardware/smbios/oem-strings.ts";
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
import { unansweredTables } from "./osquery/unanswered-tables.ts";
import { apps } from "./packages/apps.ts";
import { aptConfig } from "./packages/apt-config.ts";
import { aptSources } from "./packages/apt-sources.ts";
import { atomPackages } from "./packages/atom-packages.ts";
import { debPackageFiles } from "./packages/deb-package-files.ts";
import { debPackages } from "./packages/deb-packages.ts";
import { homebrewPackages } from "./packages/homebrew-packages.ts";
import { npmPackages } from "./packages/npm-packages.ts";
import { packageReceipts } from "./packages/package-receipts.ts";
import { packageUpdates } from "./packages/package-updates.ts";
import { patches } from "./packages/patches.ts";
import { portageKeywords } from "./packages/portage-keywords.ts";
import { portagePackages } from "./packages/portage-packages.ts";
import { portageUse } from "./packages/portage-use.ts";
import { programs } from "./packages/programs.ts";
import { pythonPackages } from "./packages/python-packages.ts";
import { rpmPackageFiles } from "./packages/rpm-package-files.ts";
import { rpmPackages } from "./packages/rpm-packages.ts";
import { softwareUpdate } from "./packages/software-update.ts";
import { vscodeExtensions } from "./packages/vscode-extensions.ts";
import { yumSources } from "./packages/yum-sources.ts";
import { pamRefusals } from "./pam/pam-refusals.ts";
import { pamRules } from "./pam/pam-rules.ts";
import { pamServicesTable } from "./pam/pam-services.ts";
import { suAccess } from "./pam/su-access.ts";
import { exposedFiles } from "./permissions/exposed-files.ts";
import { fileCapabilities } from "./permissions/file-capabilities.ts";
import { pathPermissions } from "./permissions/path-permissions/table.ts";
import { suidBin } from "./permissions/suid-bin.ts";
import { polkitAnswers } from "./polkit/polkit-answers.ts";
import { openLogs } from "./processes/open-logs.ts";
import { preloadedLibraries } from "./processes/preloaded-libraries.ts";
import { processEnvs } from "./processes/process-envs.ts";
import { processMemoryMap } from "./processes/process-memory-map.ts";
import { processNamespaces } from "./processes/process-namespaces.ts";
import { processOpenFiles } from "./processes/process-open-files.ts";
import { processOpenPipes } from "./processes/process-open-pipes.ts";
import { processes } from "./processes/processes/table.ts";
import { replacedLibraries } from "./processes/replaced-libraries.ts";
import { secretsFiles } from "./secrets/secrets-files.ts";
import { apparmorProfiles } from "./security/apparmor-profiles.ts";
import { auditStatus } from "./security/audit-status.ts";
import { fileScanners } from "./security/file-scanners/table.ts";
import { gatekeeper } from "./security/gatekeeper.ts";
import { secureboot } from "./security/secureboot/table.ts";
import { secureBootCertificates } from "./security/secureboot-certificates.ts";
import { selinuxSettings } from "./security/selinux-settings.ts";
import { sipConfig } from "./security/sip-config.ts";
import { windowsOptionalFeatures } from "./security/windows-optional-features.ts";
import { windowsSecurityProducts } from "./security/windows-security-products.ts";
import { windowsSettings } from "./security/windows-settings.ts";
import { serviceAuthentication } from "./services/authentication/table.ts";
import { crontab } from "./services/crontab/table.ts";
import { launchd } from "./services/launchd.ts";
import { launchdOverrides } from "./services/launchd-overrides.ts";
import { prometheusMetrics } from "./services/prometheus-metrics.ts";
import { saltLinks } from "./services/salt/table.ts";
import { scheduledTasks } from "./services/scheduled-tasks.ts";
import { services } from "./services/services.ts";
import { snmpAccess } from "./services/snmp-access.ts";
import { startupCommands } from "./services/startup-commands/table.ts";
import { startupItems } from "./services/startup-items/table.ts";
import { systemdSockets } from "./services/systemd-sockets.ts";
import { systemdTimers } from "./services/systemd-timers.ts";
import { systemdUnits } from "./services/systemd-units.ts";
import { windowsWriteAccess } from "./services/windows-write-access/table.ts";
import { authorizedKeys } from "./ssh/authorized-keys.ts";
import { knownHosts } from "./ssh/known-hosts.ts";
import { sshAgentKeys } from "./ssh/ssh-agent-keys.ts";
import { sshAgentSockets } from "./ssh/ssh-agent-sockets.ts";
import { sshAuthorities } from "./ssh/ssh-authorities.ts";
import { sshConfigs } from "./ssh/ssh-configs.ts";
import { sshControlSockets } from "./ssh/ssh-control-sockets.ts";
import { sshForcedCommands } from "./ssh/ssh-forced-commands.ts";
import { sshGuessLimits } from "./ssh/ssh-guess-limits.ts";
import { sshHostTrust } from "./ssh/ssh-host-trust.ts";
import { sshLogins } from "./ssh/ssh-logins.ts";
import { sshRevokedKeys } from "./ssh/ssh-revoked-keys.ts";
import { sshdConfig } from "./ssh/sshd-config.ts";
import { userSshKeys } from "./ssh/user-ssh-keys.ts";
import { bitlockerInfo } from "./storage/bitlocker-info.ts";
import { blockDevices } from "./storage/block-devices.ts";
import { diskEncryption } from "./storage/disk-encryption/table.ts";
import { logicalDrives } from "./storage/logical-drives.ts";
import { mdDevices } from "./storage/md/md-devices.ts";
import { mdDrives } from "./storage/md/md-drives.ts";
import { mdPersonalities } from "./storage/md/md-personalities.ts";
import { mounts } from "./storage/mounts/table.ts";
import { sambaSettings } from "./storage/samba-settings.ts";
import { sharedResources } from "./storage/shared-resources.ts";
import { storageErrors } from "./storage/storage-errors.ts";
import { swapDevices } from "./storage/swap-devices.ts";
import { sudoRefusals } from "./sudo/sudo-refusals.ts";
import { sudoers } from "./sudo/sudoers.ts";
import { bootLoaders } from "./system/boot-loaders.ts";
import { cpuTime } from "./system/cpu-time.ts";
import { kernelInfo } from "./system/kernel-info.ts";
import { kernelKeys } from "./system/kernel-keys.ts";
import { kernelModules } from "./system/kernel-modules.ts";
import { loadAverage } from "./system/load-average/table.ts";
import { memoryMap } from "./system/memory-map.ts";
import { protocolModules } from "./system/modules/protocol-modules.ts";
import { usbStorageDrivers } from "./system/modules/usb-storage-drivers.ts";
import { osVersion } from "./system/os-version/table.ts";
import { osqueryEvents } from "./system/osquery-events.ts";
import { osqueryExtensions } from "./system/osquery-extensions.ts";
import { osqueryFlags } from "./system/osquery-flags.ts";
import { osqueryInfo } from "./system/osquery-info.ts";
import { osqueryPacks } from "./system/osquery-packs.ts";
import { osqueryRegistry } from "./system/osquery-registry.ts";
import { osquerySchedule } from "./system/osquery-schedule.ts";
import { sharedMemory } from "./system/shared-memory.ts";
import { systemControls } from "./system/system-controls.ts";
import { systemInfo } from "./system/system-info/table.ts";
import { time } from "./system/time.ts";
import { ulimitInfo } from "./system/ulimit-info.ts";
import { uptime } from "./system/uptime/table.ts";
import { yara } from "./yara/yara.ts";
import { yaraFile } from "./yara/yara-file.ts";

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
  auditStatus,
  authorizedKeys,
  azureInstanceMetadata,
  azureInstanceTags,
  bitlockerInfo,
  blockDevices,
  bootLoaders,
  carves,
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
  debPackageFiles,
  debPackages,
  diskEncryption,
  dnsResolvers,
  dockerContainerEnvs,
  dockerContainerFsChanges,
  dockerContainerLabels,
  dockerContainerMounts,
  dockerContainerNetworks,
  dockerContainerPorts,
  dockerContainerProcesses,
  dockerContainers,
  dockerContainerStats,
  dockerImageHistory,
  dockerImageLabels,
  dockerImageLayers,
  dockerImages,
  dockerInfo,
  dockerNetworkLabels,
  dockerNetworks,
  dockerVersion,
  dockerVolumeLabels,
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
  intelMeInfo,
  interfaceAddresses,
  interfaceDetails,
  interfaceIpv6,
  iptables,
  kernelInfo,
  kernelKeys,
  kernelModules,
  lxdCertificates,
  lxdCluster,
  lxdClusterMembers,
  lxdImages,
  lxdInstanceConfig,
  lxdInstanceDevices,
  lxdInstances,
  lxdNetworks,
  lxdStoragePools,
  mdDevices,
  mdDrives,
  mdPersonalities,
  memoryArrayMappedAddresses,
  memoryArrays,
  memoryDeviceMappedAddresses,
  memoryDevices,
  memoryErrorInfo,
  oemStrings,
  osqueryExtensions,
  osqueryPacks,
  osqueryRegistry(() => tables),
  portageKeywords,
  portageUse,
  prometheusMetrics,
  rpmPackageFiles,
  secureBootCertificates,
  ulimitInfo,
  ...unansweredTables,
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
  operaExtensions,
  osVersion,
  osqueryEvents,
  osqueryFlags,
  osqueryInfo,
  osquerySchedule,
  packageReceipts,
  packageUpdates,
  patches,
  pamRefusals,
  pamRules,
  pamServicesTable,
  suAccess,
  polkitAnswers,
  doasGrants,
  pathPermissions,
  pciDevices,
  platformInfo,
  portagePackages,
  preloadedLibraries,
  replacedLibraries,
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
  saltLinks,
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
  sshAgentKeys,
  sshAgentSockets,
  sshAuthorities,
  sshRevokedKeys,
  sshConfigs,
  sshControlSockets,
  sshForcedCommands,
  sshGuessLimits,
  sshHostTrust,
  sshLogins,
  sshdConfig,
  startupCommands,
  startupItems,
  sudoRefusals,
  sudoers,
  suidBin,
  storageErrors,
  swapDevices,
  systemControls,
  systemInfo,
  systemdSockets,
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
  windowsSavedPasswords,
  windowsSecurityProducts,
  windowsSettings,
  windowsWriteAccess,
  yara,
  yaraFile,
  yumSources,
];
