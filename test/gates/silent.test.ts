// Calls that tell of help, care or a private choice leave no trace that can be counted (T64). No log has the secret of a
// path (T85).
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { secretPages } from '#app/server/secret-pages.ts'
import { calls, methodAndPath } from './all-calls.ts'
import { callRows, silentCalls } from './proofs.ts'

const pathOf = (call: string) => call.split(' ')[1]?.replace(/:\w+/, '12') ?? ''
const silentPaths = silentCalls.map(pathOf)
const declaredSecret = [
  ...secretPages,
  ...calls.filter(({ hasSecretPath }) => hasSecretPath).map(({ path }) => path),
]
/** Up to the secret, such as /unsubscribe/. */
const secretPrefixes = declaredSecret.map((path) => path.slice(0, path.indexOf(':')))
const isSecret = (path: string) => secretPrefixes.some((prefix) => path.startsWith(prefix))
const otherPaths = callRows
  .map(({ call }) => pathOf(call))
  .filter((path) => !silentPaths.includes(path) && !isSecret(path))

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The paths that each shipped proxy logs of a request. */
const logged = { Caddy: pathsOfCaddy(), nginx: pathsOfNginx() }

function pathsOfCaddy(): (address: string) => string {
  const found = /request>uri regexp "(.+?)" "(.*)"/.exec(read('ops/docker/Caddyfile'))
  const [, pattern = '', by = ''] = found ?? []
  const ignoresCase = pattern.startsWith('(?i)')
  const regexp = new RegExp(pattern.replace('(?i)', ''), ignoresCase ? 'gi' : 'g')
  return (address) => address.replaceAll(regexp, by)
}

function pathsOfNginx(): (address: string) => string {
  const [, map = ''] =
    /^map \$request_uri \$stillwater_path \{\n([\s\S]+?)^\}/m.exec(read('ops/proxy/nginx.conf')) ?? []
  const rows = [...map.matchAll(/^\t"?~(\*?)(.+?)"? ([^ ]+);$/gm)].map(
    ([, star, pattern = '', value = '']) => ({
      pattern: new RegExp(pattern, star === '*' ? 'i' : ''),
      value,
    }),
  )
  return (address) => {
    for (const { pattern, value } of rows) {
      const found = pattern.exec(address)
      if (found) return value.replace(/\$(\w+)/g, (_, name: string) => found.groups?.[name] ?? '')
    }
    return ''
  }
}

/** Other spellings of a path: the server accepts some of them, and a program may send any. */
const spellings = (path: string) => [
  `/${path}`,
  path.replaceAll('/', '//'),
  path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  path.replace(/\/([a-z])/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  path.replace(/([a-z])\//, (_, letter: string) => `%${letter.charCodeAt(0).toString(16)}/`),
  `/..${path}`,
  `/.${path}`,
  path.toUpperCase(),
  `http://sit.example.org${path}`,
]

test('[HELP-03] [CARE-03] [T64] the calls about help, care and private choices are declared silent, and no others', () => {
  const silent = calls.filter(({ isSilent }) => isSilent).map(methodAndPath)
  expect(silent.toSorted()).toEqual(silentCalls.toSorted())
})

test('[T85] a path with a code or a token is declared to have a secret', () => {
  const files = readdirSync(new URL('../../src', import.meta.url), { recursive: true, encoding: 'utf8' })
  const named = files
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .flatMap(
      (file) =>
        read(`src/${file}`).match(/(?<=')\/[\w/-]+\/:(?:code|token|secret|key)\b.*?(?='[,\n])/g) ?? [],
    )
  expect(named.length).toBeGreaterThan(2)
  const asInSource = declaredSecret.map((path) => path.replaceAll('\\', '\\\\'))
  expect([...new Set(named)].toSorted()).toEqual(asInSource.toSorted())
})

describe.each(Object.entries(logged))('%s logs', (_, log) => {
  test('[T64] these calls as /api/, others without their query', () => {
    for (const path of silentPaths)
      for (const address of [path, `${path}/`, `${path}?x=1`, `${path}#x`])
        expect([address, log(address)]).toEqual([address, '/api/'])
    const isBelowAnother = (path: string) => silentPaths.some((other) => path.startsWith(`${other}/`))
    // A path that ends in a parameter is cut before it.
    const endsFixed = silentPaths.filter((path) => !path.endsWith('/12'))
    const longerPaths = endsFixed.filter((path) => !isBelowAnother(path)).map((path) => `${path}ful`)
    for (const path of [...otherPaths, ...longerPaths, '/care', '/', '/.well-known/security.txt'])
      for (const address of [path, `${path}?x=${silentPaths[0]}`, `${path}#secret`])
        expect(log(address)).toBe(path)
  })

  test('[T81] [T82] [T85] paths with a secret up to it', () => {
    for (const prefix of secretPrefixes)
      for (const rest of ['TOKEN', 'TOKEN.ics', 'TOKEN/', 'TOKEN?x=1', 'TOKEN#x', 'a%2FTOKEN'])
        expect(['', '-', prefix]).toContain(log(`${prefix}${rest}`))
  })

  test('[T64] [T85] nothing of a silent call or a secret in another spelling', () => {
    const shown = [
      ...silentPaths.map((path) => [path, '/api/'] as const),
      ...secretPrefixes.map((prefix) => [`${prefix}TOKEN`, prefix] as const),
    ]
    for (const [path, before] of shown)
      for (const address of spellings(path)) {
        const line = log(address)
        expect([address, line, ['', '-', before].includes(line.toLowerCase())]).toEqual([address, line, true])
      }
  })
})

test('[T85] nginx has no other log: the redirect none, and errors only those without a request', () => {
  const servers = read('ops/proxy/nginx.conf')
    .split(/^server \{$/m)
    .slice(1)
  const logs = servers.map((text) => text.match(/^\t(?:access|error)_log .+$/gm))
  const errors = '\terror_log /var/log/nginx/stillwater-error.log emerg;'
  expect(logs).toEqual([
    ['\taccess_log off;', errors],
    ['\taccess_log /var/log/nginx/stillwater.log stillwater;', errors],
  ])
})

test('[T85] the fields that Traefik’s file leaves out are those with a path, and full addresses', () => {
  const dropped = [...read('ops/proxy/traefik.yaml').matchAll(/(\w+): drop/g)].map(([, name]) => name)
  expect(dropped).toEqual(['RequestPath', 'RequestLine', 'ClientAddr', 'ClientHost'])
})
