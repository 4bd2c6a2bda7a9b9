// How many files outside of a leaf feature name it: what adding such a feature costs.
import { readContracts } from '../api/contracts.ts'
import { nameOf, nodesIn, partOf, partsOf, treeOf, type SourceFile } from './source-files.ts'
import { tableWrites } from './tables.ts'

/** Generated, never edited, or about the removal itself. */
const excepted =
  /^docs\/map\.md$|^scripts\/structure\/|^test\/(gates\/structure|mutants)|^src\/server\/db\/(tables\.ts|migrations\/0065-baseline\.sql)$/

/** Whether a file goes with a feature: it is in its folder, or named after it elsewhere, such as a migration. */
export function isFileOf(feature: string, path: string): boolean {
  return (
    path.startsWith(`src/features/${feature}/`) || new RegExp(`/(\\d{4}-)?${feature}[.-][^/]*$`).test(path)
  )
}

/** The files outside of a feature that import it, or name one of its calls, tables or messages. */
export async function filesNaming(feature: string, files: readonly SourceFile[]): Promise<string[]> {
  const folder = `src/features/${feature}/`
  const { calls } = await readContracts()
  const own = files.filter(({ path }) => path.startsWith(folder))
  const patterns = [
    `features/${feature}/`,
    ...calls
      .filter((call) => call.feature === feature)
      .map(({ call }) => call.path.replace(/:\w+/g, '[^/\\s]+')),
    ...tableWrites(own).map(({ table }) => `\\b${table}\\b`),
    ...own
      .filter(({ path }) => path === `${folder}contract.ts`)
      .flatMap(messageTypes)
      .map(quoted),
  ].map((pattern) => new RegExp(pattern))
  return files
    .filter(({ path }) => !isFileOf(feature, path) && !excepted.test(path))
    .filter(({ text }) => patterns.some((pattern) => pattern.test(text)))
    .map(({ path }) => path)
}

/** The types of a contract's messages: `type: z.literal('thank')`. */
export function messageTypes(contract: SourceFile): string[] {
  return nodesIn(treeOf(contract))
    .filter((node) => node.type === 'Property' && nameOf(partOf(node, 'key')) === 'type')
    .flatMap((node) => partsOf(partOf(node, 'value') ?? node))
    .flatMap((argument) => (argument.type === 'Literal' ? (nameOf(argument) ?? []) : []))
}

/** Without its quotes, a type such as 'thank' is a common word. */
function quoted(type: string): string {
  return `['"\`]${type}['"\`]`
}
