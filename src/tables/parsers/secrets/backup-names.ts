import { packageFolders } from "./package-folders.ts";

const dumps = /\.(?:sql|dump|pgdump|mysqldump|bson)(?:\.(?:gz|bz2|xz|zst|zip))?$/i;
const archives = /\.(?:tar|tgz|tbz2?|txz|zip|7z|rar|bak|gz|xz|zst|bz2|img)$/i;
const backupFolder = /\/(?:[^/]*backups?[^/]*|(?:[^/]*[-_.])?dumps?(?:[-_.][^/]*)?)\//i;
/** Names of copies of files that hold passwords or keys. Searched in whole paths it takes ten times as long. */
const secretCopies =
  /^(?:g?shadow|id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:key|env|kdbx)|\.env|wp-config\.php|master\.key)(?:[.-](?:bak|backup|old|orig|save|copy|\d{6,8})|~)$/i;
/** Packages ship schemas and examples. */
const shipped = /^\/(?:usr\/(?!local\/)|lib|bin|sbin|boot\/|nix\/)/;
/** What a program fills its tables with at the start. */
const ofProgram = new RegExp(String.raw`\/(?:migrations?|migrate|seeds?)\/|${packageFolders}`);

/** SQL that fills tables; without it, a file is a schema, a migration or a query. */
const filling = /^\s*(?:INSERT\s+INTO|REPLACE\s+INTO|COPY\s+\S.*\bFROM\s+stdin)\b/im;

/** Whether a plain SQL file is a dump depends on what is in it. */
export const isSql = (path: string): boolean => /\.sql$/i.test(path);

export const fillsTables = (sql: string): boolean => filling.test(sql);

/** Whether a path is by its name a database dump, an archive in a backup folder or a copy of a secret file. */
export const isBackup = (path: string): boolean =>
  !shipped.test(path) &&
  ((dumps.test(path) && !ofProgram.test(path)) ||
    secretCopies.test(nameOf(path)) ||
    (archives.test(path) && backupFolder.test(path)));

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
