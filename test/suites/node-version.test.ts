// The scripts' error message on an outdated Node, before they install anything.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  engines: { node: string }
}

/** Runs a script on a Node that reports another version. */
function runAs(version: string, script: string) {
  const preload = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`
  const words = ['--import', `data:text/javascript,${preload}`, join(root, 'scripts', script)]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test.each(['start.mjs', 'dev.mjs', 'test.mjs', 'build.mjs', 'operate.mjs'])(
  '[OPS-27] scripts/%s exits on an old Node with one message, and does nothing',
  (script) => {
    const { status, stdout, stderr } = runAs('14.21.3', script)
    expect(stderr).toMatch(/^Stillwater needs Node \d+\.\d+\.\d+ or newer; this is 14\.21\.3\. .*\n$/)
    expect([status, stdout]).toEqual([1, ''])
  },
)

test('[OPS-27] a Node is new enough from the minimum version in package.json @full', () => {
  expect(engines.node).toMatch(/^>=\d+\.\d+\.\d+$/)
  const [major = 0, minor = 0, patch = 0] = engines.node.slice(2).split('.').map(Number)
  for (const version of [
    `${major}.${minor}.${patch}`,
    `${major}.${minor}.${patch + 1}`,
    `${major + 1}.0.0`,
  ]) {
    expect(runAs(version, 'node-version.mjs')).toEqual({ status: 0, stdout: '', stderr: '' })
  }
  expect(runAs(`${major - 1}.99.99`, 'node-version.mjs').status).toBe(1)
})
