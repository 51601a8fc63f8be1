-- Variables of the environment that tell a program what to load or run. pattern: how env_keep names them, wildcards
-- included; program: whose variable it is, NULL for all programs; arguments: with which of its arguments it surely counts,
-- NULL for any; loads: what is not known of it.
SELECT column1 AS name, column2 AS pattern, column3 AS program, column4 AS arguments, column5 AS loads FROM (VALUES
  ('LD_PRELOAD', '(LD_PRELOAD|(LD_)?\*)', NULL, NULL, NULL), ('LD_LIBRARY_PATH', '(LD_LIBRARY_PATH|LD_\*)', NULL, NULL, NULL),
  ('LD_AUDIT', '(LD_AUDIT|LD_\*)', NULL, NULL, NULL), ('BASH_ENV', '(BASH_ENV|BASH_?\*)', '/bash$', NULL, NULL),
  ('PYTHONPATH', '(PYTHONPATH|PYTHON\*)', '/python[0-9.]*$', NULL, NULL),
  ('PERL5OPT', '(PERL5OPT|PERL5?\*)', '/perl[0-9.]*$', NULL, NULL),
  ('PERL5LIB', '(PERL5LIB)', '/perl[0-9.]*$', NULL, 'whether the script uses a module is not known'),
  ('RUBYOPT', '(RUBYOPT|RUBY\*)', '/ruby[0-9.]*$', NULL, NULL),
  ('NODE_OPTIONS', '(NODE_OPTIONS|NODE_?\*)', '/node(js)?$', NULL, NULL),
  ('ZDOTDIR', '(ZDOTDIR)', '/zsh$', NULL, NULL),
  ('JAVA_TOOL_OPTIONS', '(JAVA_TOOL_OPTIONS|JAVA_?\*)', '/java$', NULL, NULL),
  ('APT_CONFIG', '(APT_CONFIG|APT_?\*)', '/apt(-get|itude)?$', '^([^ ]+ )*update( |$)', NULL),
  ('GIT_SSH_COMMAND', '(GIT_SSH_COMMAND|GIT_(SSH_?)?\*)', '/git$', NULL, 'whether git uses it is not known'),
  ('GIT_PAGER', '(GIT_PAGER|PAGER)', '/git$', NULL, 'whether git uses it is not known'),
  ('GIT_DIR', '(GIT_DIR)', '/git$', NULL, 'whether git uses it is not known'),
  ('HOME', '(HOME)', '/python[0-9.]*$', NULL, 'whether python reads its user''s folder of modules is not known'),
  ('HOME', '(HOME)', '/git$', NULL, 'whether git runs what its settings name is not known'),
  ('MAKEFLAGS', '(MAKEFLAGS)', '/make$', NULL, NULL))
