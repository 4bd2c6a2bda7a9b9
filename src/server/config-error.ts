// A setting that can't be used: the sentence that stops the start.

/** Thrown for a setting that can't be used; its message names the setting and says what it wants. */
export interface ConfigError extends Error {
  readonly setting: string
}

/**
 * With what the process ends then, and for nothing else: the same start again would end the same (sysexits.h calls it
 * EX_CONFIG; RestartPreventExitStatus in ops/systemd/stillwater.service).
 */
export const configErrorExitCode = 78

export function isConfigError(thrown: unknown): thrown is ConfigError {
  return thrown instanceof Error && 'setting' in thrown
}

/** Makes the error: what the setting wants, as the rest of a sentence that begins with its name. */
export function configError(setting: string, sentence: string): ConfigError {
  return Object.assign(new Error(`${setting}: ${sentence}`), { setting })
}
