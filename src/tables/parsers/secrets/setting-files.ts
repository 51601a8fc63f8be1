const names =
  /^(?:\.env(?:\.[\w.-]+)?|[\w.-]+\.env|wp-config\.php|config(?:uration)?\.(?:php|py|js|json|ya?ml|ini|toml)|settings(?:\.local)?\.(?:py|php|json|ya?ml)|local_settings\.py|application(?:-[\w.-]+)?\.(?:properties|ya?ml)|appsettings(?:\.[\w.-]+)?\.json|database\.ya?ml|secrets?\.(?:ya?ml|json|toml|ini)|credentials(?:\.(?:json|ya?ml|ini|xml))?|(?:docker-)?compose(?:\.[\w.-]+)?\.ya?ml|[\w.-]*terraform\.tfstate(?:\.backup)?|[\w.-]+\.tfvars|\.npmrc|\.pypirc|\.netrc|\.pgpass|\.git-credentials|\.my\.cnf|\.htpasswd|hudson\.util\.Secret|[\w.-]+\.(?:conf|cfg|cnf|ini|properties))$/;
/** Folders of what packages ship, of caches and of other programs' sources. */
const shipped =
  /^\/(?:usr\/(?!local\/)|lib|bin|sbin|boot\/|nix\/|var\/(?:lib\/(?:dpkg|apt|rpm|pacman)|cache)\/)|\/(?:node_modules|site-packages|dist-packages|\.git|\.cache|vendor|__pycache__)\//;

/** Whose `passwd` and `secret` are no secrets, in the root of a container too. */
const ofTheSystem = /\/etc\/(?:nsswitch\.conf|ssl\/openssl\.cnf|security\/|pam\.)/;

/** Whether a path is by its name a file of settings, in which people write passwords and tokens. */
export const maySetSecrets = (path: string): boolean =>
  names.test(path.slice(path.lastIndexOf("/") + 1)) &&
  !shipped.test(path) &&
  !ofTheSystem.test(path);
