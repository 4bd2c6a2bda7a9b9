// Converts the contracts' schemas to JSON Schema; each named shape is stored once, in the components.
import * as z from 'zod/mini'
import { isSchema, type DeclaredShape } from './contracts.ts'

export type Json = Record<string, unknown>

type Target = 'draft-2020-12' | 'draft-7'
/** Whether the schema describes a request or a response. */
type Direction = 'input' | 'output'

export interface Schemas {
  /** The JSON Schema of a part, with references into `components`. */
  of(schema: z.core.$ZodType, direction: Direction): Json
  /** The named shapes found so far, by name. */
  components(): Json
}

/** Converts the schemas of one document. */
export function createSchemas(shapes: readonly DeclaredShape[], target: Target): Schemas {
  const names = z.registry<{ id: string; description?: string }>()
  const isNew = (schema: z.core.$ZodType) =>
    ['object', 'union'].includes(schema._zod.def.type) && !names.has(schema)
  for (const { name, schema, comment } of shapes)
    if (isNew(schema)) names.add(schema, { id: name, ...(comment === '' ? {} : { description: comment }) })
  const components: Json = {}

  const addComponent = (name: string, schema: unknown) => {
    const before = JSON.stringify(components[name] ?? schema)
    if (before !== JSON.stringify(schema))
      throw new Error(`${name} has different schemas in requests and in responses.`)
    components[name] = schema
  }
  return {
    of: (schema, direction) => {
      // Wrapped, so that even a top-level named shape becomes a definition.
      const { properties, $defs, definitions } = rewriteRefs(
        z.toJSONSchema(z.object({ it: schema }), {
          target,
          io: direction,
          unrepresentable: 'any',
          metadata: names,
          override: ({ zodSchema, jsonSchema }) => cleanSchema(zodSchema, jsonSchema, direction),
        }),
      )
      for (const [name, shape] of Object.entries({ ...asJson($defs), ...asJson(definitions) }))
        addComponent(name, shape)
      return asJson(asJson(properties).it)
    },
    components: () => Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

export function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function rewriteRefs(schema: unknown): Json {
  const text = JSON.stringify(schema)
  return asJson(JSON.parse(text.replaceAll(/#\/(?:\$defs|definitions)\//g, '#/components/schemas/')))
}

/** Removes redundant keywords, and adds those of checks that zod doesn't translate. */
function cleanSchema(schema: z.core.$ZodTypes, json: Json, direction: Direction): void {
  const { def } = schema._zod
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.format === 'date-time' || json.format === 'date') delete json.pattern
  // Responses may gain fields in later versions.
  if (def.type === 'object' && def.catchall === undefined && direction === 'output')
    delete json.additionalProperties
  if (def.type === 'pipe' && direction === 'input') Object.assign(json, keywordsOf(def.out))
  else Object.assign(json, keywordsOf(schema))
}

/** The keywords from a text's checks, including those behind a transform. */
function keywordsOf(schema: z.core.$ZodType): Json {
  const { type, out, checks } = asJson(schema._zod.def)
  if (type === 'pipe' && isSchema(out)) return keywordsOf(out)
  if (type !== 'string' || !Array.isArray(checks)) return {}
  const keywords: Json = {}
  for (const check of checks.filter(isCheck)) {
    const facts = asJson(check._zod.def)
    if (facts.pattern instanceof RegExp) keywords.pattern = facts.pattern.source
    if (facts.check === 'min_length' && facts.minimum !== 0) keywords.minLength = facts.minimum
    if (facts.check === 'max_length') keywords.maxLength = facts.maximum
    Object.assign(keywords, facts.params)
  }
  return keywords
}

function isCheck(value: unknown): value is z.core.$ZodCheck {
  return typeof value === 'object' && value !== null && '_zod' in value
}
