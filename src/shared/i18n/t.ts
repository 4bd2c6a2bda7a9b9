// Texts in the current locale: the viewer's language. The English text is in the code, in ICU MessageFormat; its translations are beside the
// feature in messages/<language>.json. The client's build replaces each call by the text of its language; the server
// looks it up for the viewer of the response.

export const languages = ['en', 'de', 'es', 'pt-BR'] as const
export type Language = (typeof languages)[number]

/** How each language is written. */
export const directions: Readonly<Record<Language, 'ltr' | 'rtl'>> = {
  en: 'ltr',
  de: 'ltr',
  es: 'ltr',
  'pt-BR': 'ltr',
}

/** A message that is passed on, such as one of a table; `translate` gives it in the viewer's language. */
export interface Message {
  readonly [brand]: true
}
declare const brand: unique symbol

/** Gives a text, with its arguments, in the viewer's language. */
export type Formatter = (text: string, args: Readonly<Record<string, unknown>>) => string
let formatter: Formatter | null = null
let readLocale: () => Language = () => 'en'

/** Called once: by the server and the tests with both, by the client with the page's locale alone. */
export function configureI18n(options: { locale: () => Language; format?: Formatter }): void {
  readLocale = options.locale
  formatter = options.format ?? null
}

/** The viewer's language, for `lang` and the catalogs. */
export function currentLocale(): Language {
  return readLocale()
}

/** The viewer's language with the country that English means here, for Intl. */
export function intlLocale(): string {
  const language = readLocale()
  return language.startsWith('en') ? 'en-US' : language
}

/** A text with its arguments: t('{count, plural, one {# sitting} other {# sittings}}', { count }). */
export function t<const S extends string>(text: S, ...args: ArgsOf<S>): string {
  return formatMessage(text, args[0] ?? {})
}

/** Like `t`, for a text whose arguments are checked elsewhere. */
export function formatMessage(text: string, args: Readonly<Record<string, unknown>>): string {
  return formatter ? formatter(text, args) : text
}

/** Marks a message that is passed on: it is made before its viewer is known. It has no arguments. */
export function message<const S extends string>(text: ArgsOf<S> extends [] ? S : never): Message {
  return text as unknown as Message
}

/** A marked message in the viewer's language. */
export function translate(message: Message): string {
  return formatMessage(message as unknown as string, {})
}

/** A marked message as it is in the code, in English: for logs. */
export function sourceText(message: Message): string {
  return message as unknown as string
}

/** The arguments of a text as a parameter list: none, or one object; never for a text that isn't a literal. */
export type ArgsOf<S extends string> = string extends S
  ? [never]
  : [Found<S>] extends [never]
    ? []
    : [args: ByName<Found<S>>]
export type ByName<F extends [string, unknown]> = { readonly [A in F as A[0]]: A[1] }

/** The arguments of a text, as pairs of name and type. */
export type Found<S extends string> = InText<S, []>

/** Within a message, up to its next argument or to the end of the case that it belongs to. */
type InText<S extends string, Depth extends 0[]> =
  Brace<S> extends [infer Kind, infer Rest extends string]
    ? Kind extends '{'
      ? Argument<Rest, Depth>
      : Depth extends [0, ...infer Outer extends 0[]]
        ? InCases<Rest, Outer>
        : never
    : never

type Argument<S extends string, Depth extends 0[]> = S extends `${infer Head}}${infer Rest}`
  ? // The name ends at the first comma: a case may begin with another plural.
    Head extends `${infer Name}, ${infer Kind}`
    ? Kind extends 'number'
      ? [Name, number] | InText<Rest, Depth>
      : [Name, Kind extends `select,${string}` ? string : number] | InCases<S, Depth>
    : [Head, string | number] | InText<Rest, Depth>
  : never

/** Between the cases of a plural or select: each opens another message. */
type InCases<S extends string, Depth extends 0[]> =
  Brace<S> extends [infer Kind, infer Rest extends string]
    ? Kind extends '{'
      ? InText<Rest, [0, ...Depth]>
      : InText<Rest, Depth>
    : never

/** The first brace, and what follows it. */
type Brace<S extends string> = S extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${infer Rest}`
    ? ['}', `${Rest}{${After}`]
    : ['{', After]
  : S extends `${string}}${infer Rest}`
    ? ['}', Rest]
    : null
