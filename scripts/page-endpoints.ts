// Leaves out of a page's build what only the server reads of a declared call: who may make it, its input, limits, errors.
import type { Plugin } from 'vite'
import { pageFields } from '../src/shared/endpoint.ts'
import { nameOf, nodesIn, partOf, partsOf, treeOf, type Node } from './structure/source-files.ts'

/** In development, pages have whole declarations. */
export function pageEndpoints(): Plugin {
  return {
    name: 'page-endpoints',
    apply: 'build',
    transform: {
      filter: { id: /contract[.]ts$/ },
      handler: (code, path) => ({ code: withoutServerFields({ path, text: code }), map: null }),
    },
  }
}

/** A contract's code whose calls have the fields of a page only. */
export function withoutServerFields(file: { path: string; text: string }): string {
  const kept = new Set<string | null>(pageFields)
  return nodesIn(treeOf(file))
    .filter((node) => node.type === 'CallExpression' && nameOf(partOf(node, 'callee')) === 'endpoint')
    .flatMap((declared) => partsOf(declared).filter(({ type }) => type === 'ObjectExpression'))
    .flatMap((declaration) => partsOf(declaration))
    .filter((field) => field.type === 'Property' && !kept.has(nameOf(partOf(field, 'key'))))
    .toSorted((a, b) => b.start - a.start)
    .reduce(withoutField, file.text)
}

function withoutField(code: string, { start, end }: Node): string {
  return code.slice(0, start) + code.slice(end).replace(/^\s*,/, '')
}
