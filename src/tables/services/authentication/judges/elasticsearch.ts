import type { ServiceJudge } from "../model/types.ts";
import { yamlSettings } from "../model/yaml-settings.ts";

/** Elasticsearch and OpenSearch, which run in Java. */
export const elasticsearch: ServiceJudge = {
  service: "Elasticsearch",
  isService: ({ name, argv }) =>
    name === "java" && argv.some((word) => /^-D(?:es|opensearch)\.path\.(?:conf|home)=/.test(word)),
  judge(process) {
    const [, product, folder] =
      /-D(es|opensearch)\.path\.conf=(\S+)/.exec(process.argv.join(" ")) ?? [];
    if (!folder)
      return [{ open: null, reason: "its configuration folder is not in its arguments" }];
    const source = `${folder}/${product === "es" ? "elasticsearch" : "opensearch"}.yml`;
    const settings = yamlSettings(process.text(source));
    if (!settings) return [{ open: null, reason: `${source} could not be read` }];
    const anonymous = settings.get("xpack.security.authc.anonymous.roles");
    if (
      settings.get("xpack.security.enabled") === "false" ||
      settings.get("plugins.security.disabled") === "true"
    )
      return [{ open: 1, reason: "its security features are disabled", source }];
    if (settings.get("xpack.security.enabled") === "true" && !anonymous)
      return [{ open: 0, reason: "its security features are enabled", source }];
    return [
      {
        open: null,
        reason: "its configuration does not show whether it asks for a password",
        source,
      },
    ];
  },
};
