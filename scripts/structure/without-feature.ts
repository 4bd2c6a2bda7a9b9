// A file without what it has of a feature: its imports, and the statements, elements and properties that use them.
import { isFileOf } from './leaf-feature.ts'
import { nameOf, nodesIn, partOf, partsOf, treeOf, type Node, type SourceFile } from './source-files.ts'
import { queriedTableOf } from './tables.ts'

export interface FeatureTraces {
  feature: string
  /** The types of its messages, and the method and path of its calls. */
  texts: readonly string[]
  tables: readonly string[]
}

/** The text of a TypeScript file; unchanged if it has nothing of the feature. */
export function withoutFeature(file: SourceFile, traces: FeatureTraces): string {
  const tree = treeOf(file)
  const parents = parentsIn(tree)
  const names = new Set<string>()
  const removed = new Set<Node>()
  for (const node of nodesIn(tree)) {
    if (node.type !== 'ImportDeclaration' || !isOfFeature(node, traces)) continue
    removed.add(node)
    for (const specifier of partsOf(node)) names.add(nameOf(partOf(specifier, 'local')) ?? '')
  }
  // A removed declaration takes the uses of its names along.
  for (let size = -1; size !== removed.size;) {
    size = removed.size
    for (const node of nodesIn(tree).filter((each) => usesFeature(each, names, traces))) {
      const owner = ownerOf(node, parents)
      if (owner === null) continue
      removed.add(owner)
      if (owner.type === 'VariableDeclaration')
        for (const declared of partsOf(owner)) names.add(nameOf(partOf(declared, 'id')) ?? '')
    }
  }
  return cut(file.text, removed)
}

function parentsIn(tree: Node): Map<Node, Node> {
  return new Map(nodesIn(tree).flatMap((node) => partsOf(node).map((part) => [part, node] as const)))
}

/** An import of one of its files, or of a file that is named after it. */
function isOfFeature(imported: Node, { feature }: FeatureTraces): boolean {
  const source = nameOf(partOf(imported, 'source'))
  return source !== null && (source.includes(`features/${feature}/`) || isFileOf(feature, source))
}

function usesFeature(node: Node, names: ReadonlySet<string>, traces: FeatureTraces): boolean {
  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier':
      return names.has(String(node['name']))
    case 'ImportExpression':
      return isOfFeature(node, traces)
    case 'CallExpression':
      return traces.tables.includes(queriedTableOf(node) ?? '')
    case 'Property':
      return isNameOfEntry(node) && nameOf(partOf(node, 'value')) === traces.feature
    case 'Literal': {
      const text = nameOf(node)
      return text !== null && traces.texts.some((trace) => text === trace || text.startsWith(`${trace} `))
    }
    default:
      return false
  }
}

const owners = new Set([
  'ImportDeclaration',
  'VariableDeclaration',
  'ExpressionStatement',
  'SpreadElement',
  'JSXAttribute',
  'Property',
])

/** The smallest part that can go as a whole; null for a name that is only declared again. */
function ownerOf(node: Node, parents: ReadonlyMap<Node, Node>): Node | null {
  for (let part = node, parent = parents.get(part); parent; part = parent, parent = parents.get(part)) {
    if (owners.has(part.type) && !isNameOfEntry(part)) return part
    // Of a table in a test, the whole row goes.
    if (parent.type === 'ArrayExpression' && parents.get(parent)?.type !== 'ArrayExpression') return part
    if (/^JSX(Element|Fragment)$/.test(parent.type) && /^JSX(Element|ExpressionContainer)$/.test(part.type))
      return part
  }
  return null
}

/** `type: 'thank'` of a message, `name: 'news'` of a tab: the entry goes as a whole. */
function isNameOfEntry(part: Node): boolean {
  return part.type === 'Property' && ['type', 'name'].includes(nameOf(partOf(part, 'key')) ?? '')
}

/** Cuts the parts out, each with the comma or line break after it. */
function cut(text: string, parts: ReadonlySet<Node>): string {
  const ranges = [...parts].toSorted((a, b) => a.start - b.start)
  let result = ''
  let at = 0
  for (const { start, end } of ranges) {
    if (start < at) continue
    result += text.slice(at, start)
    at = end + (/^\s*,/.exec(text.slice(end))?.[0].length ?? 0)
  }
  return result + text.slice(at)
}
