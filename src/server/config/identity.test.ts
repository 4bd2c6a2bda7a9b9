// Firebase and Google settings: complete or absent, and no emulator where others could use it.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './error.ts'

const folder = mkdtempSync(join(tmpdir(), 'stillwater-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: object | string): string => {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return join(folder, name)
}
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { format: 'pem', type: 'spki' },
  privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
})
const key = { type: 'service_account', client_email: 'remover@sit.example', private_key: privateKey }
const keyFile = file('key.json', { ...key, project_id: 'sit-1a2b3' })
const brokenKey = privateKey.replace(/\n[^-]*\n/, '\nof the test\n')
const firebase = {
  FIREBASE_PROJECT_ID: 'sit-1a2b3',
  FIREBASE_API_KEY: 'AIzaSyAnExampleKeyOfAProject_1234567890',
  FIREBASE_AUTH_DOMAIN: 'sit-1a2b3.firebaseapp.com',
}
const google = { GOOGLE_CLIENT_ID: '123.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'GOCSPX-a-secret' }
const emulator = 'FIREBASE_AUTH_EMULATOR_HOST'
const serviceAccount = 'FIREBASE_SERVICE_ACCOUNT'

const read = (settings: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...settings })
const failure = (settings: Record<string, string>): unknown => {
  try {
    read(settings)
  } catch (error) {
    return error instanceof ConfigError ? error : null
  }
  throw new Error('Nothing was thrown.')
}

test('[OPS-11] by default the provider is the built-in one, without Google', () => {
  expect(read()).toMatchObject({ firebase: null, google: null })
  expect(read({ [emulator]: '127.0.0.1:9099' })).toMatchObject({ firebase: null })
  // Setting it implies Firebase.
  expect(failure({ [serviceAccount]: keyFile })).toMatchObject({
    problems: Object.keys(firebase).map((setting) => ({ setting })),
  })
})

test('[OPS-11] all three Firebase settings select Firebase; both Google settings enable Google sign-in', () => {
  expect(read(firebase).firebase).toEqual({
    projectId: 'sit-1a2b3',
    apiKey: firebase.FIREBASE_API_KEY,
    authDomain: 'sit-1a2b3.firebaseapp.com',
    emulatorHost: null,
    serviceAccount: null,
  })
  expect(read(google).google).toEqual({
    clientId: google.GOOGLE_CLIENT_ID,
    clientSecret: google.GOOGLE_CLIENT_SECRET,
  })
})

test.each([...Object.keys(firebase), ...Object.keys(google)])(
  '[OPS-11, OPS-06] %s missing from its set stops the start with an error that names it',
  (setting) => {
    const set = { ...(setting in firebase ? firebase : google), [setting]: '' }
    const error = failure(set)
    expect(error).toMatchObject({ problems: [{ setting }] })
    expect(String(error)).toContain(`${setting}: must be set too`)
  },
)

test.each([
  ['FIREBASE_PROJECT_ID', 'My Project'],
  ['FIREBASE_API_KEY', 'a key; script-src *'],
  ['FIREBASE_AUTH_DOMAIN', 'https://sit-1a2b3.firebaseapp.com'],
  ['FIREBASE_AUTH_DOMAIN', 'sit.example; script-src *'],
  ['FIREBASE_AUTH_DOMAIN', '*'],
  [emulator, 'http://127.0.0.1:9099'],
  [serviceAccount, join(folder, 'nowhere.json')],
  [serviceAccount, file('broken.json', '{"private_key": "-----BEGIN')],
  [serviceAccount, file('broken-key.json', { ...key, private_key: brokenKey })],
  [serviceAccount, file('another.json', { ...key, project_id: 'another-project' })],
  [serviceAccount, file('other.json', { client_email: 'remover@sit.example', private_key: 'a secret' })],
])('[OPS-06] %s=%s stops the start', (setting, value) => {
  const error = failure({ ...firebase, [setting]: value })
  expect(error).toMatchObject({ problems: [{ setting }] })
  // The message contains nothing of the file.
  expect(String(error)).not.toMatch(/BEGIN|a secret/)
})

test('reads a service account from its key file', () => {
  const { firebase: settings } = read({ ...firebase, [serviceAccount]: keyFile })
  expect(settings?.serviceAccount).toEqual({ email: 'remover@sit.example', privateKey })
  const ofNone = read({ ...firebase, [serviceAccount]: file('of-none.json', key) }).firebase
  expect(ofNone?.serviceAccount).toEqual(settings?.serviceAccount)
})

test('[T03, OPS-16] an emulator accepts any token: it requires loopback, and is refused in production', () => {
  expect(read({ ...firebase, [emulator]: '127.0.0.1:9099' }).firebase?.emulatorHost).toBe('127.0.0.1:9099')
  expect(failure({ ...firebase, [emulator]: '127.0.0.1:9099', HOST: '0.0.0.0' })).toMatchObject({
    problems: [{ setting: emulator }],
  })
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://sit.example.org',
    SESSION_SECRET: 'x'.repeat(40),
  }
  expect(read({ ...firebase, ...production })).toMatchObject({ production: true })
  expect(failure({ ...firebase, ...production, [emulator]: '127.0.0.1:9099' })).toMatchObject({
    problems: [{ setting: emulator }],
  })
})
