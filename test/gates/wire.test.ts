// Gate: what is on the wire changes on purpose only. wire.txt has a digest of each call, message and shape, without their
// descriptions; `npx vitest run --project server test/gates/wire.test.ts -u` records a change.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createApiDocuments } from '../../scripts/api/documents.ts'

/** Keys in order, without prose; lists without an order of their own are sorted. */
function canonical(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item))
    const isSet = ['required', 'enum', 'anyOf', 'oneOf', 'parameters', 'x-callers', 'tags'].includes(key)
    return isSet ? items.map((item) => JSON.stringify(item)).toSorted() : items
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
    .filter(([name, field]) => !(['description', 'summary'].includes(name) && typeof field === 'string'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, field]) => [name, canonical(field, name)]))
}

const digest = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest('hex')
    .slice(0, 12)

test('the calls, messages and shapes are those of wire.txt', async () => {
  const documents = JSON.parse(JSON.stringify(await createApiDocuments())) as Record<
    string,
    { paths?: Record<string, object>; components: Record<string, object> }
  >
  const lines = Object.values(documents).flatMap(({ paths = {}, components }) => [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => `${method.toUpperCase()} ${path} ${digest(call)}`),
    ),
    ...Object.entries(components).flatMap(([kind, parts]) =>
      Object.entries(parts).map(([name, part]) => `${kind} ${name} ${digest(part)}`),
    ),
  ])
  expect(lines.length).toBeGreaterThan(200)
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('wire.txt')
})
