// A setting that can't be used: the sentence that stops the start.

/** Thrown for a setting that can't be used; its message names the setting and says what it wants. */
export interface SettingError extends Error {
  readonly setting: string
}

/**
 * With what the process ends then, and for nothing else: the same start again would end the same (sysexits.h calls it
 * EX_CONFIG; RestartPreventExitStatus in ops/systemd/stillwater.service).
 */
export const settingErrorExitCode = 78

export function isSettingError(thrown: unknown): thrown is SettingError {
  return thrown instanceof Error && 'setting' in thrown
}

/** Makes the error: what the setting wants, as the rest of a sentence that begins with its name. */
export function wrong(setting: string, sentence: string): SettingError {
  return Object.assign(new Error(`${setting}: ${sentence}`), { setting })
}
