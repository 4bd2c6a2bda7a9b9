// Calls that tell of help, care or a private choice leave no trace that can be counted (T64).
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { calls, methodAndPath } from './all-calls.ts'
import { matrix } from './matrix/matrix.ts'

const pathOf = (call: string) => call.split(' ')[1]?.replace(/:\w+/, '12') ?? ''
const silentPaths = matrix.silent.map(pathOf)
const otherPaths = matrix.calls.map(({ call }) => pathOf(call)).filter((path) => !silentPaths.includes(path))

test('[HELP-03] [CARE-03] [T64] the calls about help, care and private choices are declared silent, and no others', () => {
  const silent = calls.filter(({ isSilent }) => isSilent).map(methodAndPath)
  expect(silent.toSorted()).toEqual(matrix.silent.toSorted())
})

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('[T64] the shipped proxies log these paths as /api/, others without their query', () => {
  const [, caddyPattern = '', by = ''] =
    /request>uri regexp "(.+?)" "(.*)"/.exec(read('ops/docker/Caddyfile')) ?? []
  const byCaddy = (path: string) => path.replaceAll(new RegExp(caddyPattern, 'g'), by)
  const nginxPatterns = [...read('ops/proxy/nginx.conf').matchAll(/^\t"~(\^\/api\/.+)" \/api\/;$/gm)]
  expect(nginxPatterns).toHaveLength(1)
  const cutByNginx = new RegExp(nginxPatterns[0]?.[1] ?? '')
  for (const path of silentPaths)
    for (const address of [path, `${path}/`, `${path}?x=1`]) {
      expect([address, byCaddy(address)]).toEqual([address, '/api/'])
      expect([address, cutByNginx.test(address)]).toEqual([address, true])
    }
  const isBelowAnother = (path: string) => silentPaths.some((other) => path.startsWith(`${other}/`))
  const longerPaths = silentPaths.filter((path) => !isBelowAnother(path)).map((path) => `${path}ful`)
  for (const path of [...otherPaths, ...longerPaths, '/care'])
    for (const address of [path, `${path}?x=${silentPaths[0]}`]) {
      expect(byCaddy(address)).toBe(path)
      expect(cutByNginx.test(address)).toBe(false)
    }
})

test('[T81] [T82] the shipped proxies log calendar feeds and unsubscribe links without their secret', () => {
  const [, pattern = '', by = ''] =
    /request>uri regexp "(.+?)" "(.*)"/.exec(read('ops/docker/Caddyfile')) ?? []
  for (const path of ['/calendar/', '/unsubscribe/']) {
    expect(`${path}abcdefghijklmnopqrstuv.ics?x=1`.replaceAll(new RegExp(pattern, 'g'), by)).toBe(path)
    expect(read('ops/proxy/nginx.conf')).toContain(`\t~^${path} ${path};\n`)
  }
})
