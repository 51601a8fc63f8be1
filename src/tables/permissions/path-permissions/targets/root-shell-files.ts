/** Startup files of root's own shells. */
export const rootsFiles = [".profile", ".bashrc", ".bash_profile", ".bash_login", ".bash_logout"]
  .concat(".zshenv", ".zprofile", ".zshrc", ".cshrc", ".config/fish/config.fish")
  .map((name) => `/root/${name}`);

/** Startup files of every login shell, including root's. */
export const loginShellFiles = ["/etc/profile", "/etc/bash.bashrc", "/etc/bashrc", "/etc/csh.cshrc"]
  .concat("/etc/zshenv", "/etc/zprofile", "/etc/zshrc")
  .concat("/etc/zsh/zshenv", "/etc/zsh/zprofile", "/etc/zsh/zshrc");
