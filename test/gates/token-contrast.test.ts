// What isn't text: the lines of controls and the marks of the levels stand out from each ground they stand on.
import { readFileSync } from 'node:fs'
import { wcagContrast } from 'culori'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('../../src/web/styles/tokens.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = css.split("[data-theme='dark'],")

const grounds = ['bg', 'surface', 'sunken']
const marks = ['line-strong', ...[...light.matchAll(/--(c-[a-z-]+): /g)].map(([, name = '']) => name)].filter(
  (name) => !/-(text|soft)$/.test(name),
)

test.for([
  ['light', light],
  ['dark', dark],
])('[LIGHT-03] in the %s theme they have a contrast of at least 3', ([, theme]) => {
  const color = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(theme!)?.[1] ?? ''
  expect(marks).toHaveLength(9)
  const faint = marks.flatMap((mark) =>
    grounds
      .filter((ground) => wcagContrast(color(mark), color(ground)) < 3)
      .map((ground) => `${mark} on ${ground}`),
  )
  expect(faint).toEqual([])
})
