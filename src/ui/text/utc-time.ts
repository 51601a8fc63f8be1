/** `2026-01-31 09:30:00 UTC`: an absolute time for stored documents. */
export function utcTimeText(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime())
    ? iso
    : `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
