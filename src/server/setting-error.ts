// A setting that can't be used: the sentence that stops the start.

/** Thrown for a setting that can't be used; its message names the setting and says what it wants. */
export interface SettingError extends Error {
  readonly setting: string
}

export function isSettingError(thrown: unknown): thrown is SettingError {
  return thrown instanceof Error && 'setting' in thrown
}

/** Makes the error: what the setting wants, as the rest of a sentence that begins with its name. */
export function wrong(setting: string, sentence: string): SettingError {
  return Object.assign(new Error(`${setting}: ${sentence}`), { setting })
}
