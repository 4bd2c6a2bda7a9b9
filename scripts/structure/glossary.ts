// The glossary promises that `find src -name '*PATTERN*'` finds the files of each term.
import type { SourceFile } from './source-files.ts'

/** The rows of the glossary's second table with a pattern that finds no file and no folder. */
export function rowsWithoutFile(glossary: string, files: readonly SourceFile[]): string[] {
  const names = files.filter(({ path }) => path.startsWith('src/')).flatMap(({ path }) => path.split('/'))
  const [, table = ''] = glossary.split('\n## The code\n')
  return table.split('\n').flatMap((line) => {
    const [, term = '', cell = ''] = line.split('|').map((text) => text.trim())
    // A pattern in parentheses is one for a search in texts.
    const patterns = [...cell.replace(/\(.*?\)/g, '').matchAll(/`([^`]+)`/g)].map(
      ([, pattern = '']) => pattern,
    )
    const missing = patterns.filter((pattern) => !names.some((name) => name.includes(pattern)))
    return missing.length > 0 ? [`${term}: ${missing.join(', ')}`] : []
  })
}
