// Sentences that contain links or emphasis.
import { Fragment, type ReactNode } from 'react'
import { formatMessage, type ByName, type Found } from '#shared/i18n/t.ts'

/** The names of the tags in a text. */
type Tags<S extends string> = S extends `${string}<${infer Name}>${infer Rest}`
  ? (Name extends `/${string}` ? never : Name) | Tags<Rest>
  : never

// A record and not a mapped type over pairs, or TypeScript wouldn't know the type of `(text) => …`.
type Parts<S extends string> = Readonly<Record<Tags<S>, (text: string) => ReactNode>> & ByName<Found<S>>

type Value = string | number | ((text: string) => ReactNode)

// A member's name may contain '<': only the text's own tags count.
const hide = (value: Value) => (typeof value === 'string' ? value.replaceAll('<', '\uE000') : value)
const unhide = (part = '') => part.replaceAll('\uE000', '<')

/** A sentence with marked parts: rich('Read the <terms>Terms</terms>.', { terms: (text) => <Link …>{text}</Link> }). */
export function rich<const S extends string>(text: S, parts: Parts<S>): ReactNode {
  const values = parts as Readonly<Record<string, Value>>
  const args = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, hide(value)]))
  // The build puts a function here where the text has arguments.
  const sentence =
    typeof text === 'function' ? (text as (args: object) => string)(args) : formatMessage(text, args)
  // Every third part is a tag's name, the one after it the tag's text.
  const [first, ...rest] = sentence.split(/<(\w+)>(.*?)<\/\1>/)
  const nodes: ReactNode[] = [unhide(first)]
  for (let at = 0; at < rest.length; at += 3) {
    const draw = values[rest[at] ?? '']
    const inner = unhide(rest[at + 1])
    nodes.push(
      <Fragment key={at}>{typeof draw === 'function' ? draw(inner) : inner}</Fragment>,
      unhide(rest[at + 2]),
    )
  }
  return nodes
}
