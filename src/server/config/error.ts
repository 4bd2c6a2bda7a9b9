// Configuration errors: invalid settings stop the start with one sentence for each.

/** `sentence` continues after the setting's name and says what the setting expects. */
export interface SettingProblem {
  setting: string
  sentence: string
}

/** Invalid settings; the message has a line for each. */
export class ConfigError extends Error {
  readonly problems: readonly SettingProblem[]

  constructor(problems: readonly SettingProblem[]) {
    super(problems.map(({ setting, sentence }) => `${setting}: ${sentence}`).join('\n'))
    this.problems = problems
  }
}

/**
 * The exit code for a ConfigError, and for nothing else: a restart would fail again (EX_CONFIG in sysexits.h;
 * RestartPreventExitStatus in ops/systemd/stillwater.service).
 */
export const configErrorExitCode = 78

/** Creates the error for one setting. */
export function configError(setting: string, sentence: string): ConfigError {
  return new ConfigError([{ setting, sentence }])
}
