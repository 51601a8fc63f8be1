import type { ColumnType } from "../model/table.ts";
import { connectingTable } from "./refuse-connections.ts";

const texts = [
  "common_name",
  "organization",
  "organization_unit",
  "serial_number",
  "issuer_common_name",
  "issuer_organization",
  "issuer_organization_unit",
  "valid_from",
  "valid_to",
  "sha256_fingerprint",
  "sha1_fingerprint",
  "signature_algorithm",
  "signature",
  "subject_key_identifier",
  "authority_key_identifier",
  "key_usage",
  "extended_key_usage",
  "policies",
  "subject_alternative_names",
  "issuer_alternative_names",
  "info_access",
  "subject_info_access",
  "policy_mappings",
  "basic_constraint",
  "name_constraints",
  "policy_constraints",
  "pem",
];

export const curlCertificate = connectingTable(
  "curl_certificate",
  "Certificates of TLS servers; agents connect to none (see `certificates` for files).",
  {
    required: "hostname",
    columns: {
      hostname: "TEXT",
      ...Object.fromEntries(texts.map((name): [string, ColumnType] => [name, "TEXT"])),
      version: "INTEGER",
      has_expired: "INTEGER",
      dump_certificate: "INTEGER",
      timeout: "INTEGER",
    },
  },
);
