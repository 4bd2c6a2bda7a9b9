// Which files of the product have a time zone of their own: they name Chicago, or call a function that does.
import {
  isProductCode,
  nameOf,
  nodesIn,
  partOf,
  partsOf,
  placeOf,
  templateTextOf,
  treeOf,
  type Node,
  type SourceFile,
} from './source-files.ts'

const zoneName = /chicago|producttimezone/i
const dayFile = 'src/shared/day.ts'
/** The only place whose functions may know which zone is the community's. */
const calendar = /^src\/server\/calendar\//

/** The first place of each such file. */
export function filesWithZone(files: readonly SourceFile[]): string[] {
  const functions = zonedFunctions(files)
  return files
    .filter((file) => isProductCode(file) && !calendar.test(file.path))
    .flatMap((file) => {
      const place = nodesIn(treeOf(file)).find(
        (node) => namesZone(node) || functions.has(importedName(node) ?? ''),
      )
      return place ? [placeOf(file, place)] : []
    })
}

function namesZone(node: Node): boolean {
  if (node.type === 'TemplateElement') return zoneName.test(templateTextOf(node))
  if (node.type === 'JSXText') return zoneName.test(String(node['value']))
  return zoneName.test(nameOf(node) ?? '')
}

/** The name that an import takes from another file. */
function importedName(node: Node): string | null {
  return node.type === 'ImportSpecifier' ? nameOf(partOf(node, 'imported')) : null
}

/** The functions of days that name the zone, and those of the same file that call them. */
function zonedFunctions(files: readonly SourceFile[]): ReadonlySet<string> {
  const days = files.find(({ path }) => path === dayFile)
  const declared = (days ? partsOf(treeOf(days)) : [])
    .map((statement) => partOf(statement, 'declaration') ?? statement)
    .flatMap((declaration) =>
      declaration.type === 'VariableDeclaration' ? partsOf(declaration) : [declaration],
    )
    .flatMap((declaration) => {
      const name = nameOf(partOf(declaration, 'id'))
      return name === null ? [] : [{ name, nodes: nodesIn(declaration) }]
    })
  const zoned = new Set<string>()
  let known: number
  do {
    known = zoned.size
    for (const { name, nodes } of declared)
      if (nodes.some((node) => namesZone(node) || zoned.has(nameOf(node) ?? ''))) zoned.add(name)
  } while (zoned.size > known)
  return zoned
}
