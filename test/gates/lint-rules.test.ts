// Gate: the project's own lint rules report what they forbid, and nothing else.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { supportedBrowsers } from '../../scripts/supported-browsers.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint')

const composing = 'composing-keys'
const uncut = 'uncut-text'
const bare = 'bare-text'
const newer = 'newer-interfaces'

/** Each with the rule that must report it, or null. */
const sources: [source: string, rule: string | null][] = [
  [`export const press = (event) => { if (event.key === 'Escape') close() }`, composing],
  [`export const press = ({ key }) => { switch (key) { case 'Enter': send() } }`, composing],
  [`export const press = (event) => { if (event.key === 'Enter' && !isComposing(event)) send() }`, null],
  [`export const press = (event) => { if (event.key === 'ArrowUp') move() }`, null],
  [`export const dialog = <Content onEscapeKeyDown={close} />; function close() { act() }`, composing],
  [`export const dialog = <Content onEscapeKeyDown={close} />; function close(e) { isComposing(e) }`, null],
  [`export const field = <Textarea maxLength={500} />`, uncut],
  [`export const attributes = { type: 'url', maxLength: 2_048 }`, uncut],
  [`export const change = ({ target }) => save(target.value.slice(0, 500))`, uncut],
  [`export const first = (list) => list.slice(0, 3)`, null],
  [`export const likes = (count) => <p><Heart />{count > 0 && count}</p>`, bare],
  [`export const status = (isOn) => <p><Dot />{isOn ? 'On' : 'Off'}</p>`, bare],
  [`export const hint = (isNew) => <p>Saved{isNew && <b>New</b>}</p>`, bare],
  [`export const length = (minutes) => <p>{minutes} min</p>`, bare],
  [`export const start = (at) => <p><Bell />{formatTime(at)}</p>`, bare],
  ['export const length = (minutes) => <p>{`${minutes} min`}</p>', null],
  [`export const status = (isOn) => <p><Dot /><span>{isOn ? 'On' : 'Off'}</span></p>`, null],
  [`export const hint = (isNew) => <p><span>Saved</span>{isNew && <b>New</b>}</p>`, null],
  [`export const lead = <p>Sit <b>here</b>{' '}and rest.</p>`, null],
  [`export const isAddress = (text) => URL.canParse(text)`, newer],
  [`export const byDay = Object.groupBy`, newer],
  [`export const names = (people) => people.values().map(({ name }) => name)`, newer],
  [`export const both = (a, b) => new Set(a).union(b)`, newer],
  [`export const draw = (video) => video.requestVideoFrameCallback(paint)`, newer],
  [`export const draw = (video) => video.requestVideoFrameCallback?.(paint)`, null],
  [`export const names = (people) => Object.values(people).map(({ name }) => name)`, null],
  [`export const schema = z.union([text, number])`, null],
]

test('[SHELL-33, SHELL-34, SHELL-46] the lint rules report keys of an input method, cut typed text, bare text, and interfaces that supported browsers lack', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const config = {
    jsPlugins: [join(root, 'scripts/lint/rules.mjs')],
    categories: { correctness: 'off' },
    rules: {
      [`stillwater/${composing}`]: 'error',
      [`stillwater/${uncut}`]: 'error',
      [`stillwater/${bare}`]: 'error',
      [`stillwater/${newer}`]: 'error',
    },
  }
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config))
  for (const [index, [source]] of sources.entries()) writeFileSync(join(folder, `${index}.tsx`), source)
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
  const reported = sources.map(
    (_, index) =>
      diagnostics
        .find(({ filename }) => basename(filename) === `${index}.tsx`)
        ?.code.match(/\((.*)\)/)?.[1] ?? null,
  )
  expect(reported).toEqual(sources.map(([, rule]) => rule))
})

test('[SHELL-46] the README names the browsers that the build is for', () => {
  const { chrome, edge, firefox, safari, ios } = supportedBrowsers
  expect(edge).toBe(chrome)
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(
    `**Browsers:** Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari} (iOS ${ios}), or later.`,
  )
})
