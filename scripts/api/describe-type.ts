// Describes a JSON Schema in a few words, and reads parts of untyped JSON.

export type Part = Readonly<Record<string, unknown>>

export const emptyText = ''

/** The value below these keys; nothing if a key is missing. */
export function partsAt(value: unknown, ...keys: readonly string[]): Part {
  const [key, ...rest] = keys
  const part: Part = typeof value === 'object' && value !== null ? { ...value } : {}
  return key === undefined ? part : partsAt(part[key], ...rest)
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : emptyText
}

const many = (values: unknown) => Object.values(partsAt(values))

/** A shape in one line of HTML, such as 'text, at most 500'; a named shape as a link. */
export function describeType(schema: unknown): string {
  const { $ref, anyOf, oneOf, allOf, enum: choices, const: only, type, items, properties } = partsAt(schema)
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? ''
    return `<a href="#${name}">${name}</a>`
  }
  if (anyOf ?? oneOf)
    return many(anyOf ?? oneOf)
      .map(describeType)
      .join(' or ')
  if (allOf) return many(allOf).map(describeType).join(' with ')
  if (only !== undefined) return `<code>${escaped(JSON.stringify(only))}</code>`
  if (choices)
    return many(choices)
      .map((it) => `<code>${escaped(String(it))}</code>`)
      .join(', ')
  if (type === 'array') return `list of ${describeType(items)}`
  if (properties) {
    const fields = Object.entries(partsAt(properties)).map(
      ([name, it]) => `<code>${name}</code> ${describeType(it)}`,
    )
    return `{ ${fields.join('; ')} }`
  }
  const names = Array.isArray(type) ? type.map(String) : [textOf(type) || 'anything']
  return (
    names
      .map((name) => ({ string: 'text', integer: 'whole number', boolean: 'yes or no' })[name] ?? name)
      .join(' or ') + describeBounds(schema)
  )
}

function describeBounds(schema: unknown): string {
  const { minimum, maximum, minLength, maxLength, maxItems, format } = partsAt(schema)
  const constraints: [name: string, value: unknown][] = [
    ['from', minimum],
    ['up to', maximum],
    ['at least', minLength],
    ['at most', maxLength ?? maxItems],
    ['as', format],
  ]
  return constraints
    .flatMap(([name, value]) => (value === undefined ? [] : [`, ${name} ${textOf(value)}`]))
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
