// npm run arch: checks the import rules, and that the checker really read every source file.
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'

const root = resolve(process.argv[2] ?? '.')
const { options = {}, ...ruleSet } = await extractDepcruiseConfig(join(root, '.dependency-cruiser.cjs'))
const { enhancedResolveOptions = {}, ...rest } = options
const { output } = await cruise(
  ['src'],
  { ...rest, baseDir: root, validate: true, ruleSet, outputType: 'json' },
  enhancedResolveOptions,
)
/** @type {import('dependency-cruiser').ICruiseResult} */
const result = JSON.parse(typeof output === 'string' ? output : '')
const read = new Set(result.modules.map(({ source }) => source))
// With a compiler version that it doesn't support, the checker reads no files and reports success.
const unread = sourceFiles('src').filter((file) => !read.has(file))

for (const { rule, from, to } of result.summary.violations) console.error(`${rule.name}: ${from} → ${to}`)
for (const file of unread) console.error(`not read: ${file}`)
console.log(
  `${read.size} modules read, ${result.summary.violations.length} forbidden imports, ${unread.length} files not read`,
)
if (result.summary.violations.length + unread.length > 0) process.exitCode = 1

/**
 * @param {string} folder below root
 * @returns {string[]} the source files in it, tests left out
 */
function sourceFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /[.]tsx?$/.test(name) && !/[.]test[.]tsx?$|^features\/[^/]+\/test\//.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
}
