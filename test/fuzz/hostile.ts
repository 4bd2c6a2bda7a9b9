// Inputs that clients shouldn't send: values known to break software, and valid inputs with one part damaged.
import fc from 'fast-check'

const nested = (levels: number): unknown => (levels === 0 ? 'leaf' : { next: nested(levels - 1) })
const polluted: unknown = JSON.parse(
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
)

/** Texts that are hard to store, measure or display. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '\u0000',
    'a\u0000b',
    '\uD800',
    'a\uDC00',
    '\uDC00\uD800',
    '\u202Etxt.exe',
    '\u2066\u2069',
    'e\u0001\u0301',
    '\r\n\r',
    '\uFEFF',
    '\u200B\u200D\uFE0F',
    'e\u200B\u0301',
    '\u00AD\u0302',
    '\u1E9B\u0323',
    '\uFB01\u0345',
    '\u0130',
    '\u212B',
    '\u1100\u0001\u1161',
    '__proto__',
    'constructor',
    '1 or 1=1; drop table users --',
    '../../etc/passwd',
    '%00%2e%2e%2f',
    '${7*7}',
    '<script>window.hit=1</script>',
    'NaN',
    '1e308',
    '-0',
    'null',
    '9999-12-31',
    '0001-01-01',
    '2026-02-30',
    '+275760-09-13',
  ),
  fc.integer({ min: 1, max: 60_000 }).map((length) => 'a'.repeat(length)),
  fc.integer({ min: 1, max: 5_000 }).map((length) => '🌊'.repeat(length)),
  fc.integer({ min: 1, max: 5_000 }).map((length) => 'e\u0301'.repeat(length)),
  // Strings of a unit, 'binary', take 1.5 s: fast-check first maps every character.
  fc
    .array(fc.integer({ min: 0, max: 0x10_ffff }), { maxLength: 40 })
    .map((points) => String.fromCodePoint(...points)),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
    .map((units) => String.fromCharCode(...units)),
)

/** Values of every kind. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], polluted, nested(5), nested(7), nested(200)),
  fc.constantFrom(
    0,
    -0,
    -1,
    0.5,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53,
    5e-324,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

type Step = (value: unknown) => unknown

/** Whether the value has named properties. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function withKey(value: object, key: string, part: unknown): object {
  const changed = Array.isArray(value) ? Array.from<unknown>(value) : { ...value }
  // defineProperty, so that the key __proto__ works too.
  Object.defineProperty(changed, key, { value: part, enumerable: true, configurable: true, writable: true })
  return changed
}

/** Descends into a value along the numbers and changes the part found there. */
function changeAt(value: unknown, [index = 0, ...rest]: readonly number[], change: Step): unknown {
  if (!isRecord(value)) return change(value)
  const keys = Object.keys(value)
  const key = keys[index % (keys.length + 1)]
  return key === undefined ? change(value) : withKey(value, key, changeAt(value[key], rest, change))
}

const insertInto =
  (text: string, at: number): Step =>
  (value) => {
    if (typeof value !== 'string') return value
    const offset = at % (value.length + 1)
    return value.slice(0, offset) + text + value.slice(offset)
  }
const addKey =
  (key: string, part: unknown): Step =>
  (value) =>
    isRecord(value) ? withKey(value, key, part) : part
const removeKey =
  (at: number): Step =>
  (value) => {
    if (!isRecord(value)) return undefined
    const keys = Object.keys(value)
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== keys[at % keys.length]))
  }

const step: fc.Arbitrary<Step> = fc.oneof(
  hostileValue.map(
    (part): Step =>
      () =>
        part,
  ),
  fc.tuple(hostileText, fc.nat()).map(([text, at]) => insertInto(text, at)),
  fc
    .tuple(fc.constantFrom('__proto__', 'constructor', 'isAdmin', 'userId', 'id', 'more'), hostileValue)
    .map(([key, part]) => addKey(key, part)),
  fc.nat().map(removeKey),
  fc.constantFrom<Step>(
    (value) => [value],
    // An object's own toString may not be a function.
    (value) => (isRecord(value) ? 'object' : String(value)),
    (value) => (isRecord(value) ? 0 : Number(value)),
    (value) => (typeof value === 'string' ? value.repeat(40) : value),
    (value) => (typeof value === 'number' ? value + 0.5 : value),
  ),
)

/** The value damaged in one or two places, chosen by the number. */
export function damaged(intact: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const damage = fc.tuple(fc.array(fc.nat(31), { maxLength: 4 }), step)
  return fc
    .tuple(intact, fc.array(damage, { minLength: 1, maxLength: 2 }))
    .map(([value, damages]) =>
      damages.reduce((whole, [rest, change]) => changeAt(whole, rest, change), value),
    )
}
