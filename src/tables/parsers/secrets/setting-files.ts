import { packageFolders } from "./package-folders.ts";

const names = new RegExp(
  `^(?:${[
    String.raw`\.env(?:\.[\w.-]+)?`,
    String.raw`[\w.-]+\.(?:env|conf|cfg|cnf|ini|properties|tfvars|service|sh|bash|kubeconfig)`,
    String.raw`wp-config\.php|config(?:uration)?\.(?:php|py|js|json|ya?ml|ini|toml)`,
    String.raw`(?:local_)?settings(?:\.local)?\.(?:py|php|json|ya?ml)`,
    String.raw`application(?:-[\w.-]+)?\.(?:properties|ya?ml)|appsettings(?:\.[\w.-]+)?\.json`,
    String.raw`database\.ya?ml|values(?:[.-][\w.-]+)?\.ya?ml|(?:docker-)?compose(?:\.[\w.-]+)?\.ya?ml`,
    String.raw`[\w.-]*secrets?\.(?:ya?ml|json|toml|ini)`,
    String.raw`\.?[\w-]*(?:credentials?|creds)(?:\.(?:json|ya?ml|ini|xml|txt))?`,
    String.raw`[\w.-]*terraform\.tfstate(?:\.backup)?`,
    String.raw`\.npmrc|\.pypirc|[._]netrc|\.pgpass|\.my\.cnf|\.s3cfg|\.boto|\.dockercfg`,
    "fstab|crontab|environment|hudson.util.Secret",
  ].join("|")})$`,
);
/** Folders whose files all hold settings or commands. */
const folders =
  /^\/etc\/(?:cron\.[a-z]+|default|sysconfig)\/|\/(?:group_vars|host_vars)\/|\/\.kube\/config$/;
/** What packages ship, and caches. */
const shipped = new RegExp(
  String.raw`^\/(?:usr\/(?!local\/)|lib|bin|sbin|boot\/|nix\/|var\/(?:lib\/(?:dpkg|apt|rpm|pacman)|cache)\/)|${packageFolders}`,
);

/** Whose `passwd` and `secret` are no secrets, in the root of a container too. */
const ofTheSystem = /\/etc\/(?:nsswitch\.conf|ssl\/openssl\.cnf|security\/|pam\.)/;

/** Whether a path is by its name a file of settings or a script, in which people write passwords and tokens. */
export const maySetSecrets = (path: string): boolean =>
  (names.test(path.slice(path.lastIndexOf("/") + 1)) || folders.test(path)) &&
  !shipped.test(path) &&
  !ofTheSystem.test(path);
