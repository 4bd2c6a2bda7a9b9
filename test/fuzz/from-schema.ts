// Valid inputs generated from a schema: the starting point of the fuzz.
import fc from 'fast-check'
import * as z from 'zod/mini'
import { activityKinds } from '#app/server/features.ts'

type Schema = z.core.$ZodType

const char = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code))
const readable = fc.oneof(
  { weight: 6, arbitrary: char(0x61, 0x7a) },
  char(0x20, 0x7e),
  char(0xc0, 0x24f),
  char(0x300, 0x36f),
  char(0x3041, 0x30ff),
  char(0x1f600, 0x1f64f),
)
/** Text as people write it, including combining marks and emoji. */
export const arbitraryText = (max: number) => fc.string({ unit: readable, minLength: 1, maxLength: max })

const pad = (number: number, length = 2) => String(number).padStart(length, '0')
export const anyDay = fc
  .tuple(
    fc.oneof(fc.integer({ min: 2024, max: 2029 }), fc.integer({ min: 1, max: 9_999 })),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, day]) => `${pad(year, 4)}-${pad(month)}-${pad(day)}`)
const smallId = fc.integer({ min: 1, max: 40 })
const anyId = fc.oneof({ weight: 4, arbitrary: smallId }, fc.integer({ min: 1, max: 2_147_483_647 }))

/** Texts of every format that some schema requires; each schema gets those that it accepts. */
const texts: readonly fc.Arbitrary<string>[] = [
  arbitraryText(40),
  // A long text of few parts: fast-check takes a millisecond for two thousand characters of their own.
  fc.tuple(arbitraryText(60), fc.integer({ min: 2, max: 31 })).map(([text, times]) => text.repeat(times)),
  fc.constant(''),
  anyDay,
  fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) => `${pad(hour)}:${pad(minute)}`),
  fc.tuple(anyDay, fc.nat(23)).map(([day, hour]) => `${day}T${pad(hour)}:30:00.000Z`),
  anyId.map(String),
  // Events of a calendar.
  anyId.map((id) => `sitting-${id}`),
  fc.integer({ min: 1, max: 100 }).map(String),
  fc.stringMatching(/^[a-z]{1,12}$/).map((name) => `${name}@example.org`),
  fc.stringMatching(/^[a-z]{2,12}$/).map((name) => `https://media.stillwater.org/${name}.mp4`),
  fc.stringMatching(/^[a-z]{2,12}$/).map((name) => `/media/${name}.jpg`),
  fc.stringMatching(/^[\w-]{11}$/).map((id) => `https://www.youtube.com/watch?v=${id}`),
  // Where a live sitting is seen.
  fc.constantFrom('here', 'elsewhere', 'https://live.example.com/ana/index.m3u8'),
  fc.stringMatching(/^[\w-]{8,64}$/),
  fc.stringMatching(/^[a-z ]{10,60}$/),
  fc.stringMatching(/^[0-9A-Z]{8}$/),
  fc.ipV4(),
  // The keys of a browser's push subscription.
  fc.constant('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  fc.stringMatching(/^[\w-]{21}[AQgw]$/),
  // A month.
  fc.constantFrom('2026-01', '2026-11', '2027-12'),
  fc.constantFrom('Europe/Berlin', 'Asia/Kolkata', 'UTC'),
  fc.constantFrom(...activityKinds.map(({ action }) => action)),
]
const numbers: readonly fc.Arbitrary<number>[] = [
  fc.integer({ min: 1, max: 4 }),
  fc.integer({ min: 0, max: 600 }),
  anyId,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
]

interface Candidate {
  arbitrary: fc.Arbitrary<unknown>
  samples: readonly unknown[]
}

/** Sampled once for all schemas: for each of them it took a third of the time of the fuzz. */
const withSamples = (arbitraries: readonly fc.Arbitrary<unknown>[]): readonly Candidate[] =>
  arbitraries.map((arbitrary) => ({ arbitrary, samples: fc.sample(arbitrary, { seed: 1, numRuns: 20 }) }))
const textCandidates = withSamples(texts)
const numberCandidates = withSamples(numbers)
const numeralCandidates = withSamples(numbers.map((one) => one.map(String)))

/** The candidates that the schema accepts. A schema that accepts none is unknown here: add candidates for it. */
function acceptedBy(schema: Schema, candidates: readonly Candidate[]): fc.Arbitrary<unknown> {
  const isAccepted = (value: unknown) => z.safeParse(schema, value).success
  const accepted = candidates
    .filter(({ samples }) => samples.filter(isAccepted).length >= 2)
    .map(({ arbitrary }) => arbitrary)
  if (accepted.length === 0)
    throw new Error(`No text or number that is known here fits ${JSON.stringify(schema._zod.def)}.`)
  return fc.oneof(...accepted).filter(isAccepted)
}

/** The input end of a pipe of schemas. */
function pipeInputOf(schema: Schema): Schema {
  return schema instanceof z.core.$ZodPipe ? pipeInputOf(schema._zod.def.in) : schema
}

function ofPipe(schema: Schema): fc.Arbitrary<unknown> {
  const input = pipeInputOf(schema)
  if (input instanceof z.core.$ZodString) return acceptedBy(schema, textCandidates)
  const isAccepted = (value: unknown) => z.safeParse(schema, value).success
  return arbitraryOf(input).filter(isAccepted)
}

function ofObject(schema: z.core.$ZodObject): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema._zod.def.shape)
  const isAccepted = (value: unknown) => z.safeParse(schema, value).success
  return fc
    .record(Object.fromEntries(fields.map(([name, field]) => [name, arbitraryOf(field)])), {
      noNullPrototype: true,
      requiredKeys: fields.filter(([, field]) => field._zod.optin !== 'optional').map(([name]) => name),
    })
    .filter(isAccepted)
}

const arbitraries = new WeakMap<Schema, fc.Arbitrary<unknown>>()

/** Values that the schema accepts. */
export function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  const known = arbitraries.get(schema)
  if (known) return known
  const arbitrary = buildArbitrary(schema)
  arbitraries.set(schema, arbitrary)
  return arbitrary
}

function buildArbitrary(schema: Schema): fc.Arbitrary<unknown> {
  if (schema instanceof z.core.$ZodPipe) return ofPipe(schema)
  if (schema instanceof z.core.$ZodObject) return ofObject(schema)
  if (schema instanceof z.core.$ZodString) return acceptedBy(schema, textCandidates)
  // Query parameters are text, so numbers are sent as text.
  if (schema instanceof z.core.$ZodNumber)
    return acceptedBy(schema, schema._zod.def.coerce ? numeralCandidates : numberCandidates)
  if (schema instanceof z.core.$ZodBoolean) return fc.boolean()
  if (schema instanceof z.core.$ZodNull) return fc.constant(null)
  if (schema instanceof z.core.$ZodLiteral) return fc.constantFrom(...schema._zod.def.values)
  if (schema instanceof z.core.$ZodEnum) return fc.constantFrom(...Object.values(schema._zod.def.entries))
  if (schema instanceof z.core.$ZodArray)
    return fc.array(arbitraryOf(schema._zod.def.element), { minLength: 1, maxLength: 4 })
  if (schema instanceof z.core.$ZodOptional) return arbitraryOf(schema._zod.def.innerType)
  if (schema instanceof z.core.$ZodDefault) return arbitraryOf(schema._zod.def.innerType)
  if (schema instanceof z.core.$ZodNullable) return fc.option(arbitraryOf(schema._zod.def.innerType))
  if (schema instanceof z.core.$ZodUnion) return fc.oneof(...schema._zod.def.options.map(arbitraryOf))
  if (schema instanceof z.core.$ZodRecord)
    return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 2 }))
  if (schema instanceof z.core.$ZodUnknown) return fc.jsonValue({ maxDepth: 2 })
  throw new Error(`The fuzz doesn't know schemas of the kind ${schema._zod.def.type}.`)
}
