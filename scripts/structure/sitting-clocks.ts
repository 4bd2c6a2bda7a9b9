// Where a sitting's moments are compared with a clock. Outside of three files that is another opinion of what is on.
import {
  isProductCode,
  nameOf,
  nodesIn,
  partOf,
  placeOf,
  templateTextOf,
  treeOf,
  type Node,
  type SourceFile,
} from './source-files.ts'

const moments = new Set(['doorsAt', 'gatherAt', 'startsAt', 'videoAt', 'sharingAt', 'endsAt', 'bellAt'])
const allowed = /^src\/features\/sittings\/(phases|moment|rules)\.ts$/
/** Writers of sittings judge a row by the moment of their transaction; other features read none of its moments. */
const ownSql = /^src\/features\/sittings\/server\/(sql|sql\/.+)\.ts$/
const comparisons = new Set(['<', '<=', '>', '>='])
const comparisonInSql =
  /\bspan\s*@>|\b(?:upper|lower)\(span\)\s*[<>]|"(?:doors|gather|starts|video|sharing|ends)At"\s*[<>]/

/** Places outside of sittings' own files that compare a moment, or measure the time until it. */
export function comparedMoments(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isProductCode(file) && !allowed.test(file.path))
    .flatMap((file) => {
      const nodes = nodesIn(treeOf(file)).filter(
        (node) =>
          isComparison(node) || isTimeLeft(node) || (!ownSql.test(file.path) && isComparedInSql(node)),
      )
      return [...new Set(nodes.map((node) => placeOf(file, node)))]
    })
}

function isComparison(node: Node): boolean {
  return (
    node.type === 'BinaryExpression' &&
    comparisons.has(String(node['operator'])) &&
    operands(node).some(hasMoment)
  )
}

/** `sharingAt - nowMs` */
function isTimeLeft(node: Node): boolean {
  const [left, right] = operands(node)
  return (
    node.type === 'BinaryExpression' &&
    node['operator'] === '-' &&
    left !== undefined &&
    right !== undefined &&
    ((hasMoment(left) && hasClock(right)) || (hasClock(left) && hasMoment(right)))
  )
}

function isComparedInSql(node: Node): boolean {
  if (node.type === 'TemplateElement') return comparisonInSql.test(templateTextOf(node))
  if (node.type !== 'CallExpression') return false
  const [column, operator] = (node['arguments'] as Node[]).map(nameOf)
  return moments.has(column?.split('.').at(-1) ?? '') && comparisons.has(operator ?? '')
}

function operands(node: Node): Node[] {
  return [partOf(node, 'left'), partOf(node, 'right')].filter((part) => part !== null)
}

function hasMoment(node: Node): boolean {
  return nodesIn(node).some((part) => moments.has(nameOf(part) ?? ''))
}

function hasClock(node: Node): boolean {
  return nodesIn(node).some((part) => /^now|Now(Ms)?$/.test(nameOf(part) ?? ''))
}
