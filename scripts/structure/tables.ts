// Which files write which tables: with Kysely, or with SQL as text.
import {
  isProductCode,
  nameOf,
  nodesIn,
  partOf,
  templateTextOf,
  treeOf,
  type Node,
  type SourceFile,
} from './source-files.ts'

export interface TableWrite {
  table: string
  path: string
}

const writingMethods = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
const queryingMethods = new Set([...writingMethods, 'selectFrom', 'innerJoin', 'leftJoin'])
const writingSql =
  /\b(?:insert\s+into|delete\s+from|update(?=\s+\w+(?:\s+(?:as\s+)?\w+)?\s+set\b)|truncate|merge\s+into)\s+"?(\w+)/gi
/** In the text of every file that writes one: most needn't be parsed. */
const anyWrite = new RegExp(`\\b(?:${[...writingMethods].join('|')})\\b|${writingSql.source}`, 'i')
const readingSql = /\b(?:from|join)\s+"?(\w+)/gi

/** Every table that a file of the product writes, once a file. */
export function tableWrites(files: readonly SourceFile[]): TableWrite[] {
  const writers = files.filter((file) => isProductCode(file) && anyWrite.test(file.text))
  return writers.flatMap((file) => {
    const tables = nodesIn(treeOf(file)).flatMap((node) => {
      if (node.type === 'TemplateElement')
        return [...templateTextOf(node).matchAll(writingSql)].map(([, table = '']) => table)
      return tableOf(node, writingMethods) ?? []
    })
    return [...new Set(tables)].map((table) => ({ table, path: file.path }))
  })
}

/** The files of the product that read one of these tables in SQL as text, with the tables: 'src/a.ts: bs, cs'. */
export function filesReading(tables: readonly string[], files: readonly SourceFile[]): string[] {
  return files.filter(isProductCode).flatMap((file) => {
    const read = nodesIn(treeOf(file))
      .filter(({ type }) => type === 'TemplateElement')
      .flatMap((node) => [...templateTextOf(node).matchAll(readingSql)].map(([, table = '']) => table))
      .filter((table) => tables.includes(table))
    return read.length === 0 ? [] : `${file.path}: ${[...new Set(read)].join(', ')}`
  })
}

/** The table that a call of Kysely's reads or writes; null for another node. */
export function queriedTableOf(node: Node): string | null {
  return tableOf(node, queryingMethods)
}

function tableOf(node: Node, methods: ReadonlySet<string>): string | null {
  const method =
    node.type === 'CallExpression' ? nameOf(partOf(partOf(node, 'callee') ?? node, 'property')) : null
  if (method === null || !methods.has(method)) return null
  const [first] = node['arguments'] as Node[]
  // 'schedules as planned'
  return nameOf(first ?? null)?.split(' ', 1)[0] ?? null
}

/** The tables that two or more features write, with their files. */
export function tablesOfTwoFeatures(files: readonly SourceFile[]): string[] {
  return writtenByTwo(tableWrites(files), (path) => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? path)
}

/** The tables that two or more files write, with these files. */
export function tablesOfTwoFiles(files: readonly SourceFile[]): string[] {
  return writtenByTwo(tableWrites(files), (path) => path)
}

function writtenByTwo(writes: readonly TableWrite[], writerOf: (path: string) => string): string[] {
  const tables = [...new Set(writes.map(({ table }) => table))].toSorted()
  return tables.flatMap((table) => {
    const writers = new Set(writes.filter((write) => write.table === table).map(({ path }) => writerOf(path)))
    return writers.size > 1 ? [`${table}: ${[...writers].join(', ')}`] : []
  })
}
