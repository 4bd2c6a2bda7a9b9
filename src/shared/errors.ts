// Errors: how an application error is defined, as a value that calls declare and handlers throw.
import type { Message } from './i18n/t.ts'

export interface ErrorSpec<Code extends string = string> {
  readonly code: Code
  /** The HTTP status. */
  readonly status: number
  readonly message: Message
}

/** Defines errors by their codes, which are unique in the app. */
// @__NO_SIDE_EFFECTS__
export function defineErrors<
  const Errors extends Readonly<Record<string, { readonly status: number; readonly message: Message }>>,
>(errors: Errors): { readonly [Code in keyof Errors & string]: ErrorSpec<Code> } {
  const specs = Object.entries(errors).map(([code, error]) => [code, { code, ...error }])
  return Object.fromEntries(specs) as { readonly [Code in keyof Errors & string]: ErrorSpec<Code> }
}
