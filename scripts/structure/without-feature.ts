// A file without what it has of a feature: its imports, and the statements, elements and properties that use them.
import { nameOf, nodesIn, partOf, partsOf, treeOf, type Node, type SourceFile } from './source-files.ts'

export interface FeatureTraces {
  /** Its folder below src, as imports name it, such as `features/thanks/`. */
  folder: string
  /** The types of its messages, and the method and path of its calls. */
  texts: readonly string[]
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

function isOfFeature(declaration: Node, { folder }: FeatureTraces): boolean {
  return nameOf(partOf(declaration, 'source'))?.includes(folder) ?? false
}

function usesFeature(node: Node, names: ReadonlySet<string>, { texts }: FeatureTraces): boolean {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return names.has(String(node['name']))
  const text = node.type === 'Literal' ? nameOf(node) : null
  return text !== null && texts.some((trace) => text === trace || text.startsWith(`${trace} `))
}

const owners = new Set([
  'ImportDeclaration',
  'VariableDeclaration',
  'ExpressionStatement',
  'SpreadElement',
  'Property',
])

/** The smallest part that can go as a whole; null for a name that is only declared again. */
function ownerOf(node: Node, parents: ReadonlyMap<Node, Node>): Node | null {
  for (let part = node, parent = parents.get(part); parent; part = parent, parent = parents.get(part)) {
    if (owners.has(part.type) && !isMessageType(part)) return part
    if (parent.type === 'ArrayExpression') return part
    if (/^JSX(Element|Fragment)$/.test(parent.type) && /^JSX(Element|ExpressionContainer)$/.test(part.type))
      return part
  }
  return null
}

/** `type: 'thank'`: the message goes as a whole. */
function isMessageType(part: Node): boolean {
  return part.type === 'Property' && nameOf(partOf(part, 'key')) === 'type'
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
