// Reads every contract of src/features: its calls and its named shapes, each with its doc comment, and those of messages.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as z from 'zod/mini'
import { memberData } from '#app/server/features.ts'
import { accountCalls } from '#features/account/contract.ts'
import { wholeExportSchema } from '#features/account/server/routes.ts'
import type { Endpoint } from '#shared/endpoint.ts'

export interface DeclaredCall {
  feature: string
  /** Its name in the contract, such as `signOutEverywhere`. */
  name: string
  call: Endpoint
  /** The doc comment in the contract; '' if there is none. */
  comment: string
}

export interface DeclaredShape {
  /** Such as `ChatMessage`. */
  name: string
  schema: z.core.$ZodType
  comment: string
}

export interface Contracts {
  calls: readonly DeclaredCall[]
  shapes: readonly DeclaredShape[]
  /** The doc comment of a live message. Throws if it has none. */
  messageComment(type: string): string
}

const features = join(import.meta.dirname, '../../src/features')
const liveMessages = join(import.meta.dirname, '../../src/shared/live')

/** All calls and shapes of all contracts, by feature and in file order. */
export async function readContracts(): Promise<Contracts> {
  const calls: DeclaredCall[] = []
  const shapes: DeclaredShape[] = []
  for (const feature of readdirSync(features).toSorted()) {
    const files = readdirSync(join(features, feature)).filter((name) => /(^|-)contract\.ts$/.test(name))
    for (const file of files.toSorted()) {
      const path = join(features, feature, file)
      const source = readFileSync(path, 'utf8')
      const exported: unknown = await import(pathToFileURL(path).href)
      const position = ([name]: [string, unknown]) => source.indexOf(`export const ${name} `)
      const inOrder = Object.entries(isRecord(exported) ? exported : {}).toSorted(
        (a, b) => position(a) - position(b),
      )
      for (const [name, value] of inOrder) {
        if (name.endsWith('Schema') && isSchema(value))
          shapes.push({ name: shapeName(name), schema: value, comment: commentAbove(source, name) })
        for (const [callName, call] of Object.entries(isRecord(value) ? value : {}))
          if (isCall(call))
            calls.push({
              feature,
              name: callName,
              call: asServed(call),
              comment: commentAbove(source, callName),
            })
      }
    }
  }
  return { calls, shapes, messageComment: createMessageComments() }
}

function createMessageComments(): Contracts['messageComment'] {
  const folders = [...readdirSync(features).map((feature) => join(features, feature)), liveMessages]
  const sources = folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
  return (type) => {
    const comment = sources.map((source) => commentAbove(source, `'?${type}'?`)).find((text) => text !== '')
    if (comment === undefined) throw new Error(`The message ${type} has no doc comment.`)
    return comment
  }
}

/** The call as the server mounts it: the data export has the parts of all features. */
function asServed(call: Endpoint): Endpoint {
  if (call !== accountCalls.exportAccount) return call
  return { ...call, response: wholeExportSchema(memberData) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !isSchema(value)
}

export function isSchema(value: unknown): value is z.core.$ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

function isCall(value: unknown): value is Endpoint {
  return isRecord(value) && ['method', 'path', 'needs'].every((key) => typeof value[key] === 'string')
}

function shapeName(exportedAs: string): string {
  const name = exportedAs.replace(/Schema$/, '')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The doc comment directly above a declaration or a property, as one line. */
function commentAbove(source: string, name: string): string {
  const form = new RegExp(String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\n *(?:export const )?${name}(?=:| =)`)
  return (form.exec(source)?.[1] ?? '')
    .replace(/^\s*\* ?/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
