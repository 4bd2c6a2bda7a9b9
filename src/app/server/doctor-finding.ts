// Doctor findings: the result of a check of the installation, with the remedy.

export interface Finding {
  /** A fault makes the command fail. */
  level: 'ok' | 'warning' | 'fault'
  part: string
  /** For anything but ok: the problem with its remedy. */
  text: string
}

/** Formats a finding as one line. */
export function formatFinding({ level, part, text }: Finding): string {
  return `${level.padEnd(8)}${part.padEnd(10)}${text}`
}

/** Runs a check; an exception becomes a finding with its message. */
export async function runCheck(
  part: string,
  check: () => string | Promise<string>,
  level: 'fault' | 'warning' = 'fault',
): Promise<Finding> {
  try {
    return ok(part, await check())
  } catch (error) {
    return finding(level, part, messageOf(error))
  }
}

export function finding(level: Finding['level'], part: string, text: string): Finding {
  return { level, part, text }
}

export const ok = (part: string, text: string): Finding => finding('ok', part, text)
export const warning = (part: string, text: string): Finding => finding('warning', part, text)
export const fault = (part: string, text: string): Finding => finding('fault', part, text)

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
