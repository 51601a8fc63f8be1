/** What root's own shells read. */
export const rootsFiles = [".profile", ".bashrc", ".bash_profile", ".bash_login", ".bash_logout"]
  .concat(".zshenv", ".zprofile", ".zshrc", ".cshrc", ".config/fish/config.fish")
  .map((name) => `/root/${name}`);

/** What every shell at a login reads, and so root's. */
export const everybodysFiles = ["/etc/profile", "/etc/bash.bashrc", "/etc/bashrc", "/etc/csh.cshrc"]
  .concat("/etc/zshenv", "/etc/zprofile", "/etc/zshrc")
  .concat("/etc/zsh/zshenv", "/etc/zsh/zprofile", "/etc/zsh/zshrc");
