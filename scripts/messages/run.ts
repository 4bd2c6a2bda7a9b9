// npm run messages: brings the catalogs in line with the sources; --check only reports; --reword 'old' 'new' keeps the
// translations of a text whose English changed but not its meaning. --export writes en.json beside each catalog.
import { check, exportSource, reword, update } from './catalogs.ts'

const [option, before = '', after = ''] = process.argv.slice(2)
const lines: string[] = []
if (option === '--check') {
  const faults = check()
  lines.push(
    ...faults,
    faults.length === 0 ? 'Texts: all languages complete.' : `Texts: ${faults.length} faults.`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
} else if (option === '--export') exportSource()
else {
  if (option === '--reword') lines.push(`${reword(before, after)} translations kept.`)
  const { missing, dropped } = update()
  // A reworded text is in both lists.
  if (missing.size > 0 && dropped.length > 0)
    lines.push("Is it the same text in other words? Restore the catalogs, then use --reword 'old' 'new'.")
  lines.push(...dropped.map((text) => `gone     ${text}`))
  for (const [text, languages] of missing) lines.push(`missing  ${languages.join(' ')}: ${text}`)
}
if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
