// The project's files as text, and the syntax trees of TypeScript files, for the measures of `npm run structure`.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

export const root = join(import.meta.dirname, '../..')

export interface SourceFile {
  /** Relative to the project. */
  path: string
  text: string
}

/** The files that git knows below these paths. */
export function readFiles(...paths: readonly string[]): SourceFile[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
    .split('\n')
    .filter((path) => /\.(tsx?|mjs|cjs|json|sql|md|html|css|ya?ml)$/.test(path))
    .flatMap((path) => readIfPresent(path) ?? [])
}

/** Null for a file that git still lists, and that is gone. */
function readIfPresent(path: string): SourceFile | null {
  try {
    return { path, text: readFileSync(join(root, path), 'utf8') }
  } catch {
    return null
  }
}

/** TypeScript that runs in the product: no tests. */
export function isProductCode({ path }: Pick<SourceFile, 'path'>): boolean {
  return /^src\/.*\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$|^src\/features\/[^/]+\/test\//.test(path)
}

/** Whether a file of the product runs on a page, and only there. */
export function isPageCode(file: SourceFile): boolean {
  return isProductCode(file) && /^src\/(web|app\/web|features\/[^/]+\/web)\//.test(file.path)
}

/** A node of a syntax tree (ESTree with TypeScript). */
export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

const trees = new WeakMap<SourceFile, Node>()

/** The syntax tree of a TypeScript file. */
export function treeOf(file: SourceFile): Node {
  const known = trees.get(file)
  if (known) return known
  const tree: unknown = parseAst(file.text, { lang: file.path.endsWith('x') ? 'tsx' : 'ts' }, file.path)
  if (!isNode(tree)) throw new Error(`${file.path} could not be parsed.`)
  trees.set(file, tree)
  return tree
}

/** The direct parts of a node. A loop: the trees of all sources have millions of nodes. */
export function partsOf(node: Node): Node[] {
  const parts: Node[] = []
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) parts.push(...value.filter(isNode))
    else if (isNode(value)) parts.push(value)
  }
  return parts
}

const nodesOfFiles = new WeakMap<Node, Node[]>()

/** A node and everything in it; cached for a whole file. */
export function nodesIn(node: Node): Node[] {
  const known = nodesOfFiles.get(node)
  if (known) return known
  const nodes: Node[] = []
  const collect = (each: Node): void => {
    nodes.push(each)
    partsOf(each).forEach(collect)
  }
  collect(node)
  if (node.type === 'Program') nodesOfFiles.set(node, nodes)
  return nodes
}

/** A part of a node by its name; null without it. */
export function partOf(node: Node, key: string): Node | null {
  const part = node[key]
  return isNode(part) ? part : null
}

/** The name of an identifier, the value of a string; null of another node. */
export function nameOf(node: Node | null): string | null {
  const name = node?.type === 'Identifier' ? node['name'] : node?.type === 'Literal' ? node['value'] : null
  return typeof name === 'string' ? name : null
}

/** The text between the expressions of a template. */
export function templateTextOf(node: Node): string {
  const { value } = node as { value?: { raw?: unknown } }
  return typeof value?.raw === 'string' ? value.raw : ''
}

/** Such as 'src/shared/day.ts:12'. */
export function placeOf({ path, text }: SourceFile, { start }: Pick<Node, 'start'>): string {
  return `${path}:${text.slice(0, start).split('\n').length}`
}
