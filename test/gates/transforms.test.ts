// Gate: no style rule has `transform` beside `translate`, `rotate` or `scale`: the minifier joins them in the wrong order.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../../src')

/** The declarations of each rule that has both. */
function mixedTransforms(css: string): string[] {
  const found: string[] = []
  let rest = css.replaceAll(/\/\*.*?\*\//gs, '')
  const innermost = /\{([^{}]*)\}/
  for (let rule = innermost.exec(rest); rule; rule = innermost.exec(rest)) {
    const [block, declarations = ''] = rule
    const has = (property: RegExp) => property.test(declarations)
    if (has(/(^|[;\s])transform:/) && has(/(^|[;\s])(translate|rotate|scale):/))
      found.push(declarations.trim())
    rest = rest.replace(block, ';')
  }
  return found
}

test('no rule has both', () => {
  const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.css'),
  )
  expect(sheets.length).toBeGreaterThan(20)
  const mixed = sheets.flatMap((path) =>
    mixedTransforms(readFileSync(join(src, path), 'utf8')).map((declarations) => `${path}: ${declarations}`),
  )
  expect(mixed).toEqual([])
})

test('the check finds both in one rule, also around a nested one', () => {
  expect(mixedTransforms('.a { translate: 0 1px; .b { color: red; } transform: none; }')).toHaveLength(1)
  expect(mixedTransforms('.a { translate: 0 1px; .b { transform: none; } transform-origin: top; }')).toEqual(
    [],
  )
})
