/** Whether there is a process with this pid; it may be another program's by now. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: somebody else's process, but a process.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
