import { parseAws, parseAwsAnswer, parseAwsKeyFile } from "../parsers/credentials/aws-files.ts";
import {
  parseAzureJson,
  parseBoto,
  parseRclone,
  parseS3cfg,
  parseS3fs,
  parseSecretJson,
  parseSettings,
  parseToken,
} from "../parsers/credentials/cloud-files.ts";
import {
  parseGcloud,
  parseGcloudDatabase,
  parseGoogleJson,
} from "../parsers/credentials/google-files.ts";
import { parseDockerConfig } from "../parsers/credentials/json-files.ts";
import { parseKerberosCache, parseKeytab } from "../parsers/credentials/kerberos-files.ts";
import { type ClusterLogin, parseKubeconfig } from "../parsers/credentials/kubeconfig.ts";
import { parseGitCredentials, parseNetrc, parsePgpass } from "../parsers/credentials/line-files.ts";
import { type LoginTarget, loginTarget } from "../parsers/credentials/login-target.ts";
import { parseMyCnf } from "../parsers/credentials/option-files.ts";
import { parsePrivateKey } from "../parsers/ssh/private-key.ts";

/** A credential in a file; its kind if the file's name doesn't say it, 0 for what needs no passphrase. */
export type Credential = LoginTarget & ClusterLogin & { kind?: string; encrypted?: number };

type Format = (bytes: Buffer, now: number) => Credential[] | Promise<Credential[]>;

const ofText =
  (parse: (text: string, now: number) => Credential[] | Promise<Credential[]>): Format =>
  (bytes, now) =>
    parse(bytes.toString("utf8"), now);

/** What reads the files of each format; those of a cloud have a name, or only contents. */
export const formats = {
  kubeconfig: ofText(parseKubeconfig),
  pgpass: ofText(parsePgpass),
  my_cnf: ofText(parseMyCnf),
  netrc: ofText(parseNetrc),
  docker_config: ofText(parseDockerConfig),
  git_credentials: ofText(parseGitCredentials),
  keytab: parseKeytab,
  kerberos_cache: parseKerberosCache,
  aws: ofText(parseAws),
  aws_answer: ofText((text, now) => parseAwsAnswer(text, now).map(of("aws"))),
  aws_key_file: ofText((text) => parseAwsKeyFile(text).map(of("aws"))),
  gcloud: ofText(parseGcloud),
  gcloud_database: (bytes) => parseGcloudDatabase(bytes).map(of("gcloud")),
  azure: ofText(parseSecretJson),
  json: ofText((text, now) => [
    ...parseGoogleJson(text).map(of("gcloud")),
    ...parseAzureJson(text).map(of("azure")),
    ...parseAwsAnswer(text, now).map(of("aws")),
  ]),
  boto: ofText(parseBoto),
  s3cfg: ofText(parseS3cfg),
  s3fs: ofText(parseS3fs),
  rclone: ofText(parseRclone),
  vault: ofText(parseToken),
  terraform: ofText(parseSettings),
  oracle: (bytes) => {
    const key = parsePrivateKey(bytes);
    return key ? [{ ...loginTarget({}), encrypted: Number(key.encrypted) }] : [];
  },
  digitalocean: ofText(parseSettings),
  hetzner: ofText(parseSettings),
  openstack: ofText(parseSettings),
  scaleway: ofText(parseSettings),
  linode: ofText(parseSettings),
  alibaba: ofText(parseSecretJson),
} satisfies Record<string, Format>;

const of = (kind: string) => (target: LoginTarget) => ({ ...target, kind });
