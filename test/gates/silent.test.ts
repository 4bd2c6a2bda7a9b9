// Calls that tell of help, care or a private choice leave no trace that can be counted (T64).
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { calls, methodAndPath } from './all-calls.ts'

const silentPaths = {
  'POST /api/help': '/api/help',
  'GET /api/help/mine': '/api/help/mine',
  'GET /api/moderation/help': '/api/moderation/help',
  'PUT /api/moderation/help/:id': '/api/moderation/help/12',
  'GET /api/care': '/api/care',
  'GET /api/mood/care': '/api/mood/care',
  'PUT /api/mood/care': '/api/mood/care',
  'GET /api/mood/reflection-opt-in': '/api/mood/reflection-opt-in',
  'PUT /api/mood/reflection-opt-in': '/api/mood/reflection-opt-in',
  'PUT /api/user/unlisted': '/api/user/unlisted',
}
const otherPaths = ['/api/mood/entry', '/api/messages/12/likes', '/care', '/api/user/profile']

test('[HELP-03] [CARE-03] [T64] the calls about help, care and private choices are declared silent, and no others', () => {
  const silent = calls.filter(({ isSilent }) => isSilent).map(methodAndPath)
  expect(silent.toSorted()).toEqual(Object.keys(silentPaths).toSorted())
})

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('[T64] the shipped proxies log these paths as /api/, others without their query', () => {
  const [, caddyPattern = '', by = ''] =
    /request>uri regexp "(.+?)" "(.*)"/.exec(read('ops/docker/Caddyfile')) ?? []
  const byCaddy = (path: string) => path.replaceAll(new RegExp(caddyPattern, 'g'), by)
  const nginxPatterns = [...read('ops/proxy/nginx.conf').matchAll(/^\t"~(\^\/api\/.+)" \/api\/;$/gm)]
  expect(nginxPatterns).toHaveLength(1)
  const cutByNginx = new RegExp(nginxPatterns[0]?.[1] ?? '')
  for (const path of Object.values(silentPaths))
    for (const address of [path, `${path}/`, `${path}?x=1`]) {
      expect([address, byCaddy(address)]).toEqual([address, '/api/'])
      expect([address, cutByNginx.test(address)]).toEqual([address, true])
    }
  for (const path of [...otherPaths, '/api/helpful', '/api/mood/caretaker'])
    for (const address of [path, `${path}?x=/api/help`]) {
      expect(byCaddy(address)).toBe(path)
      expect(cutByNginx.test(address)).toBe(false)
    }
})
