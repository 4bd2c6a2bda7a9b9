// Configuration errors: an invalid setting stops the start with one sentence.

/** An invalid setting; the message names the setting and the expected value. */
export interface ConfigError extends Error {
  readonly setting: string
}

/**
 * The exit code for a ConfigError, and for nothing else: a restart would fail again (EX_CONFIG in sysexits.h;
 * RestartPreventExitStatus in ops/systemd/stillwater.service).
 */
export const configErrorExitCode = 78

export function isConfigError(thrown: unknown): thrown is ConfigError {
  return thrown instanceof Error && 'setting' in thrown
}

/** Creates the error. `sentence` continues after the setting's name and says what the setting expects. */
export function configError(setting: string, sentence: string): ConfigError {
  return Object.assign(new Error(`${setting}: ${sentence}`), { setting })
}
