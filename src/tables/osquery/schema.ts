/**
 * The columns of osquery 5.23, one table a line: those of every platform, then those of some, after
 * their platforms. A column's type is TEXT or the letter after its colon; `~` marks one that
 * `SELECT *` leaves out, `@` a collation. Only tables that Linux has or inquest has.
 */
export const osquerySchema = `
acpi_tables name size:i md5@nocase
alf allow_signed_enabled:i firewall_unload:i global_state:i logging_enabled:i logging_option:i stealth_enabled:i version@version
alf_exceptions path state:i
apparmor_events type message time:b uptime:b ~eid apparmor operation parent:b profile name pid:b comm denied_mask capname fsuid:b ouid:b capability:b requested_mask info error namespace label
apparmor_profiles path name attach mode sha1@nocase sha256@nocase
apps name path bundle_executable bundle_identifier@nocase bundle_name bundle_short_version@version bundle_version@version bundle_package_type environment element compiler development_region display_name info_string minimum_system_version@version category applescript_enabled copyright last_opened_time:d
apt_sources name source base_uri release version@version_dpkg maintainer components architectures | linux ~pid_with_namespace:i
arp_cache address mac@nocase interface permanent
augeas node value label path
authorized_keys uid:b algorithm key options comment key_file | linux ~pid_with_namespace:i
azure_instance_metadata location name offer publisher sku version os_type platform_update_domain platform_fault_domain vm_id vm_size subscription_id resource_group_name placement_group_id vm_scale_set_name zone
azure_instance_tags vm_id key value
bitlocker_info device_id drive_letter persistent_volume_id conversion_status:i protection_status:i encryption_method protector_types version:i percentage_encrypted:i lock_status:i
block_devices name parent vendor model serial size:b block_size:i uuid@nocase type label
bpf_process_events tid:b pid:b parent:b uid:b gid:b cid:i exit_code probe_error:i syscall path cwd cmdline duration:i ~json_cmdline ntime ~time:b ~eid:i
bpf_socket_events tid:b pid:b parent:b uid:b gid:b cid:i exit_code probe_error:i syscall path fd family:i type:i protocol:i local_address remote_address local_port:i remote_port:i duration:i ntime ~time:b ~eid:i
carbon_black_info sensor_id:i config_name collect_store_files:i collect_module_loads:i collect_module_info:i collect_file_mods:i collect_reg_mods:i collect_net_conns:i collect_processes:i collect_cross_processes:i collect_emet_events:i collect_data_file_writes:i collect_process_user_context:i collect_sensor_operations:i log_file_disk_quota_mb:i log_file_disk_quota_percentage:i protection_disabled:i sensor_ip_addr sensor_backend_server event_queue:i binary_queue:i
carves time:b sha256@nocase size:b path status carve_guid@nocase request_id carve:i
certificates common_name subject subject2 issuer issuer2 ca:i self_signed:i not_valid_before not_valid_after signing_algorithm key_algorithm key_strength key_usage subject_key_id@nocase authority_key_id@nocase sha1@nocase path serial@nocase | win32 sid store_location store username store_id
chrome_extension_content_scripts browser_type uid:b identifier version@version script match profile_path path referenced:b
chrome_extensions browser_type uid:b name profile profile_path referenced_identifier identifier version@version description default_locale current_locale update_url author persistent:i path permissions ~permissions_json optional_permissions ~optional_permissions_json manifest_hash@nocase referenced:b from_webstore state install_time install_timestamp:b ~manifest_json ~key
cpu_info device_id model manufacturer processor_type cpu_status:i number_of_cores logical_processors:i address_width current_clock_speed:i max_clock_speed:i socket_designation | win32 availability load_percentage:i | darwin number_of_efficiency_cores:i number_of_performance_cores:i
cpu_time core:i user:b nice:b system:b idle:b iowait:b irq:b softirq:b steal:b guest:b guest_nice:b
cpuid feature value output_register output_bit:i input_eax
crontab event minute hour day_of_month month day_of_week command path | linux ~pid_with_namespace:i
curl url method user_agent response_code:i round_trip_time:b bytes:b result
curl_certificate hostname common_name organization organization_unit serial_number@nocase issuer_common_name issuer_organization issuer_organization_unit valid_from valid_to sha256_fingerprint@nocase sha1_fingerprint@nocase version:i signature_algorithm signature subject_key_identifier@nocase authority_key_identifier@nocase key_usage extended_key_usage policies subject_alternative_names issuer_alternative_names info_access subject_info_access policy_mappings has_expired:i basic_constraint name_constraints policy_constraints ~dump_certificate:i ~timeout:i pem
deb_package_files package path admindir
deb_packages name version@version_dpkg source size:b arch revision status maintainer section priority admindir | linux ~pid_with_namespace:i ~mount_namespace_id
device_file device partition path filename inode:b uid:b gid:b mode size:b block_size:i atime:b mtime:b ctime:b hard_links:i type
device_hash device partition inode:b md5@nocase sha1@nocase sha256@nocase
device_partitions device partition:i label type offset:b blocks_size:b blocks:b inodes:b flags:i
disk_encryption name uuid@nocase encrypted:i type encryption_status | darwin uid user_uuid@nocase filevault_status
dns_resolvers id:i type address netmask options:b | linux ~pid_with_namespace:i
docker_container_envs id@nocase key value
docker_container_fs_changes id@nocase path change_type
docker_container_labels id@nocase key value
docker_container_mounts id@nocase type name source destination driver mode rw:i propagation
docker_container_networks id@nocase name network_id@nocase endpoint_id@nocase gateway ip_address ip_prefix_len:i ipv6_gateway ipv6_address ipv6_prefix_len:i mac_address@nocase
docker_container_ports id@nocase type port:i host_ip host_port:i
docker_container_processes id@nocase pid:b name cmdline state uid:b gid:b euid:b egid:b suid:b sgid:b wired_size:b resident_size:b total_size:b start_time:b parent:b pgroup:b threads:i nice:i user time cpu:d mem:d
docker_container_stats id@nocase name pids:i read:b preread:b interval:b disk_read:b disk_write:b num_procs:i cpu_total_usage:b cpu_kernelmode_usage:b cpu_usermode_usage:b system_cpu_usage:b online_cpus:i pre_cpu_total_usage:b pre_cpu_kernelmode_usage:b pre_cpu_usermode_usage:b pre_system_cpu_usage:b pre_online_cpus:i memory_usage:b memory_cached:b memory_inactive_file:b memory_total_inactive_file:b memory_max_usage:b memory_limit:b network_rx_bytes:b network_tx_bytes:b
docker_containers id@nocase name image image_id@nocase command created:b state status pid:b path config_entrypoint started_at finished_at privileged:i security_options env_variables readonly_rootfs:i | linux cgroup_namespace ipc_namespace mnt_namespace net_namespace pid_namespace user_namespace uts_namespace
docker_image_history id@nocase created:b size:b created_by tags comment
docker_image_labels id@nocase key value
docker_image_layers id@nocase layer_id@nocase layer_order:i
docker_images id@nocase created:b size_bytes:b tags
docker_info id@nocase containers:i containers_running:i containers_paused:i containers_stopped:i images:i storage_driver memory_limit:i swap_limit:i kernel_memory:i cpu_cfs_period:i cpu_cfs_quota:i cpu_shares:i cpu_set:i ipv4_forwarding:i bridge_nf_iptables:i bridge_nf_ip6tables:i oom_kill_disable:i logging_driver cgroup_driver kernel_version@version os os_type architecture cpus:i memory:b http_proxy https_proxy no_proxy name server_version@version root_dir
docker_network_labels id@nocase key value
docker_networks id@nocase name driver created:b enable_ipv6:i subnet gateway
docker_version version@version api_version@version min_api_version@version git_commit go_version@version os arch kernel_version@version build_time
docker_volume_labels name key value
docker_volumes name driver mount_point type
ec2_instance_metadata instance_id instance_type architecture region availability_zone local_hostname local_ipv4 mac@nocase security_groups iam_arn ami_id reservation_id account_id ssh_public_key
ec2_instance_tags instance_id key value
etc_hosts address hostnames | linux ~pid_with_namespace:i
etc_protocols name number:i alias comment
etc_services name port:i protocol aliases comment
extended_attributes path directory key value base64:i
file path directory filename inode:b uid:b gid:b mode device:b size:b block_size:i atime:b mtime:b ctime:b btime:b hard_links:i symlink:i type symlink_target_path | win32 attributes volume_serial file_id file_version@version product_version@version original_filename shortcut_target_path shortcut_target_type shortcut_target_location shortcut_start_in shortcut_run shortcut_comment | darwin bsd_flags | linux ~pid_with_namespace:i ~mount_namespace_id
file_events target_path category action transaction_id:b inode:b uid:b gid:b mode size:b atime:b mtime:b ctime:b md5@nocase sha1@nocase sha256@nocase hashed:i time:b ~eid
firefox_addons uid:b name identifier creator type version@version description source_url visible:i active:i disabled:i autoupdate:i location path
gatekeeper assessments_enabled:i dev_id_enabled:i version@version opaque_version@version
groups gid:b gid_signed:b groupname | win32 group_sid comment | darwin is_hidden:i | linux ~pid_with_namespace:i
hardware_events action path type driver vendor vendor_id@nocase model model_id@nocase serial revision time:b ~eid
hash path directory md5@nocase sha1@nocase sha256@nocase | linux ~pid_with_namespace:i ~mount_namespace_id
homebrew_packages name path version@version type auto_updates:i app_name ~prefix
intel_me_info version@version
interface_addresses interface address mask broadcast point_to_point type | win32 friendly_name
interface_details interface mac@nocase type:i mtu:i metric:i flags:i ipackets:b opackets:b ibytes:b obytes:b ierrors:b oerrors:b idrops:b odrops:b collisions:b last_change:b | linux+darwin link_speed:b | linux pci_slot | win32 friendly_name description manufacturer connection_id connection_status enabled:i physical_adapter:i speed:i service dhcp_enabled:i dhcp_lease_expires dhcp_lease_obtained dhcp_server dns_domain dns_domain_suffix_search_order dns_host_name dns_server_search_order
interface_ipv6 interface hop_limit:i forwarding_enabled:i redirect_accept:i rtadv_accept:i
iptables filter_name chain policy target protocol:i src_port dst_port src_ip src_mask iniface iniface_mask dst_ip dst_mask outiface outiface_mask match packets:i bytes:i
jetbrains_plugins product_type uid:b name version@version vendor path
kernel_info version@version arguments path device
kernel_keys serial_number flags usage:b timeout permissions uid:b gid:b type description
kernel_modules name size:b used_by status address
known_hosts uid:b key key_file
last username tty pid:i type:i type_name time:i host
launchd path name label program run_at_load keep_alive on_demand disabled username groupname stdout_path stderr_path start_interval program_arguments watch_paths queue_directories inetd_compatibility start_on_mount root_directory working_directory process_type
launchd_overrides label key value uid:b path
listening_ports pid:i port:i protocol:i family:i address fd:b socket:b path | linux net_namespace
load_average period average
logged_in_users type user tty host time:b pid:i | win32 sid registry_hive
logical_drives device_id type description free_space:b size:b file_system boot_partition:i
lxd_certificates name type fingerprint@nocase certificate
lxd_cluster server_name enabled:i member_config_entity member_config_name member_config_key member_config_value member_config_description
lxd_cluster_members server_name url database:i status message
lxd_images id@nocase architecture os release description aliases filename size:b auto_update:i cached:i public:i created_at expires_at uploaded_at last_used_at update_source_server update_source_protocol update_source_certificate update_source_alias
lxd_instance_config name key value
lxd_instance_devices name device device_type key value
lxd_instances name status stateful:i ephemeral:i created_at base_image architecture os description pid:i processes:i
lxd_networks name type managed:i ipv4_address ipv6_address used_by bytes_received:b bytes_sent:b packets_received:b packets_sent:b hwaddr state mtu:i
lxd_storage_pools name driver source size space_used:b space_total:b inodes_used:b inodes_total:b
magic path magic_db_files data mime_type mime_encoding
md_devices device_name status raid_level:i size:b chunk_size:b raid_disks:i nr_raid_disks:i working_disks:i active_disks:i failed_disks:i spare_disks:i superblock_state superblock_version superblock_update_time:b bitmap_on_mem bitmap_chunk_size bitmap_external_file recovery_progress recovery_finish recovery_speed resync_progress resync_finish resync_speed reshape_progress reshape_finish reshape_speed check_array_progress check_array_finish check_array_speed unused_devices other
md_drives md_device_name drive_name slot:i state
md_personalities name
memory_array_mapped_addresses handle memory_array_handle starting_address ending_address partition_width:i
memory_arrays handle location use memory_error_correction max_capacity:i memory_error_info_handle number_memory_devices:i
memory_device_mapped_addresses handle memory_device_handle memory_array_mapped_address_handle starting_address ending_address partition_row_position:i interleave_position:i interleave_data_depth:i
memory_devices handle array_handle form_factor total_width:i data_width:i size:i set:i device_locator bank_locator memory_type memory_type_details max_speed:i configured_clock_speed:i manufacturer serial_number asset_tag part_number min_voltage:i max_voltage:i configured_voltage:i
memory_error_info handle error_type error_granularity error_operation vendor_syndrome memory_array_error_address device_error_address error_resolution
memory_info memory_total:b memory_free:b memory_available:b buffers:b cached:b swap_cached:b active:b inactive:b swap_total:b swap_free:b
memory_map name start end
mounts device device_alias path type blocks_size:b blocks:b blocks_free:b blocks_available:b inodes:b inodes_free:b flags
msr processor_number:b turbo_disabled:b turbo_ratio_limit:b platform_info:b perf_ctl:b perf_status:b feature_control:b rapl_power_limit:b rapl_energy_status:b rapl_power_units:b
npm_packages name version@version description author license homepage path directory depth:i ~max_depth:i | linux ~pid_with_namespace:i ~mount_namespace_id
oem_strings handle number:i value
os_version name version@version major:i minor:i patch:i build platform platform_like codename arch | darwin extra | win32 install_date:b revision:i | linux ~pid_with_namespace:i ~mount_namespace_id
osquery_events name publisher type subscriptions:i events:i refreshes:i active:i
osquery_extensions uuid:b name version@version sdk_version@version path type
osquery_flags name type description default_value value shell_only:i
osquery_info pid:i uuid@nocase instance_id version@version config_hash@nocase config_valid:i extensions build_platform build_distro start_time:i watcher:i platform_mask:i
osquery_packs name platform version@version shard:i discovery_cache_hits:i discovery_executions:i active:i
osquery_registry registry name owner_uuid:i internal:i active:i
osquery_schedule name query interval:i executions:b last_executed:b denylisted:i output_size:b wall_time:b wall_time_ms:b last_wall_time_ms:b user_time:b last_user_time:b system_time:b last_system_time:b average_memory:b last_memory:b
package_receipts package_id ~package_filename version@version location install_time:d installer_name path
patches csname hotfix_id caption description fix_comments installed_by install_date installed_on
pci_devices pci_slot pci_class driver vendor vendor_id@nocase model model_id@nocase | linux pci_class_id@nocase pci_subclass_id@nocase pci_subclass subsystem_vendor_id@nocase subsystem_vendor subsystem_model_id@nocase subsystem_model
platform_info vendor version@version date revision extra firmware_type | linux+darwin address size volume_size:i
portage_keywords package version@version keyword mask:i unmask:i
portage_packages package version@version slot build_time:b repository eapi:b size:b world:i
portage_use package version@version use
process_envs pid:i key value
process_events pid:b path mode cmdline ~cmdline_size:b ~env ~env_count:b ~env_size:b cwd auid:b uid:b euid:b gid:b egid:b owner_uid:b owner_gid:b atime:b mtime:b ctime:b btime:b ~overflows parent:b time:b uptime:b ~eid | darwin status:b | linux fsuid:b suid:b fsgid:b sgid:b syscall
process_file_events operation pid:b ppid:b time:b executable partial cwd path dest_path uid gid auid euid egid fsuid fsgid suid sgid uptime:b ~eid
process_memory_map pid:i start end permissions offset:b device inode:i path pseudo:i
process_namespaces pid:i cgroup_namespace ipc_namespace mnt_namespace net_namespace pid_namespace user_namespace uts_namespace
process_open_files pid:b fd:b path
process_open_pipes pid:b fd:b mode inode:b type partner_pid:b partner_fd:b partner_mode
process_open_sockets pid:i fd:b socket:b family:i protocol:i local_address remote_address local_port:i remote_port:i path state | linux net_namespace
processes pid:b name path cmdline state cwd root uid:b gid:b euid:b egid:b suid:b sgid:b on_disk:i wired_size:b resident_size:b total_size:b user_time:b system_time:b disk_bytes_read:b disk_bytes_written:b start_time:b parent:b pgroup:b threads:i nice:i | win32 elevated_token:i secure_process:i protection_type virtual_process:i elapsed_time:b handle_count:b percent_processor_time:b | darwin upid:b uppid:b cpu_type:i cpu_subtype:i translated:i | linux cgroup_path
programs name version@version install_location install_source language publisher uninstall_string install_date identifying_number package_family_name upgrade_code
prometheus_metrics target_name metric_name metric_value:d timestamp_ms:b
python_packages name uid:b version@version summary author license path directory | linux ~pid_with_namespace:i
routes destination netmask:i gateway source flags:i interface mtu:i metric:i type | linux+darwin hopcount:i
rpm_package_files package path username groupname mode size:b sha256@nocase
rpm_packages name version@version_rhel release source size:b sha1@nocase arch epoch:i install_time:i vendor package_group | linux ~pid_with_namespace:i ~mount_namespace_id
scheduled_tasks name action path enabled:i state hidden:i last_run_time:b next_run_time:b last_run_message last_run_code
seccomp_events time:b uptime:b auid:b uid:b gid:b ses:b pid:b comm exe sig:b arch syscall compat:b ip code
secureboot secure_boot:i | darwin secure_mode:i description kernel_extensions:i mdm_operations:i | linux+win32 setup_mode:i
secureboot_certificates common_name subject issuer not_valid_before not_valid_after sha1@nocase serial@nocase revoked:i path is_ca:i self_signed:i key_usage authority_key_id@nocase subject_key_id@nocase signing_algorithm key_algorithm key_strength
selinux_events type message time:b uptime:b ~eid
selinux_settings scope key value
services name@nocase service_type display_name status pid:i start_type win32_exit_code:i service_exit_code:i path module_path description user_account
shadow password_status hash_alg last_change:b min:b max:b warning:b inactive:b expire:b flag:b username
shared_memory shmid:i owner_uid:b creator_uid:b pid:b creator_pid:b atime:b dtime:b ctime:b permissions size:b attached:i status locked:i
shared_resources description install_date status allow_maximum:i maximum_allowed:b name path type:b type_name
shell_history uid:b time:i command history_file
sip_config config_flag enabled:i enabled_nvram:i
smbios_tables number:i type:i description handle:i header_size:i size:i md5@nocase
socket_events action pid:b path fd auid:b family:i ~protocol:i local_address remote_address local_port:i remote_port:i ~socket time:b uptime:b ~eid ~success:i | linux status
ssh_configs uid:b block option ssh_config_file
startup_items name path args type source status username
sudoers source header rule_details
suid_bin path username groupname permissions | linux ~pid_with_namespace:i
syslog_events time:b datetime host severity:i facility tag message ~eid
system_controls name oid subsystem current_value config_value type | darwin field_name
system_info hostname uuid@nocase cpu_type cpu_subtype cpu_brand cpu_physical_cores:i cpu_logical_cores:i cpu_sockets:i cpu_microcode physical_memory:b hardware_vendor hardware_model hardware_version hardware_serial board_vendor board_model board_version board_serial computer_name local_hostname | win32 emulated_cpu_type
systemd_units id description load_state active_state sub_state unit_file_state following object_path job_id:b job_type job_path fragment_path user source_path
time weekday year:i month:i day:i hour:i minutes:i seconds:i timezone local_timezone unix_time:i timestamp datetime iso_8601 | win32 win_timestamp:b
ulimit_info type soft_limit hard_limit
uptime days:i hours:i minutes:i seconds:i total_seconds:b
usb_devices usb_address:i usb_port:i vendor vendor_id@nocase version@version model model_id@nocase serial class subclass protocol removable:i
user_events uid:b auid:b pid:b message type:i path address terminal time:b uptime:b ~eid
user_groups uid:b gid:b
user_ssh_keys uid:b path encrypted:i key_type key_group_name key_length:i key_security_bits:i | linux ~pid_with_namespace:i
users uid:b gid:b uid_signed:b gid_signed:b username description directory shell uuid@nocase | win32 type | darwin is_hidden:i | linux ~pid_with_namespace:i ~include_remote:i
vscode_extensions name uuid@nocase version@version path publisher publisher_id installed_at:b prerelease:i uid:b vscode_edition
windows_firewall_rules name app_name action enabled:i grouping direction protocol local_addresses remote_addresses local_ports remote_ports icmp_types_codes profile_domain:i profile_private:i profile_public:i service_name
windows_security_products type@nocase name state@nocase state_timestamp remediation_path signatures_up_to_date:i
yara_events target_path category action matches count:i strings tags time:b ~eid | darwin transaction_id:b
yara_file path matches count:i sig_group sigfile ~sigrule strings tags ~sigurl | linux ~pid_with_namespace:i
yara_process pid:i matches count:i sig_group sigfile ~sigrule strings tags ~sigurl | linux ~pid_with_namespace:i
ycloud_instance_metadata instance_id folder_id cloud_id name description hostname zone ssh_public_key serial_port_enabled metadata_endpoint
yum_sources name source baseurl mirrorlist metalink enabled gpgcheck gpgkey | linux ~pid_with_namespace:i
`;
