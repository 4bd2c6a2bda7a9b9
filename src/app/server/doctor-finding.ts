// Doctor findings: the result of a check of the installation, with the remedy.

export interface Finding {
  /** An error makes the command exit with 1. */
  level: 'ok' | 'warning' | 'error'
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
  level: 'error' | 'warning' = 'error',
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
export const failure = (part: string, text: string): Finding => finding('error', part, text)

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
