// Settings of the external identity providers: Firebase, or Google beside the built-in provider.
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { ReadSetting } from './read.ts'
import { configError } from './error.ts'

export interface FirebaseSettings {
  projectId: string
  apiKey: string
  /** Host of the project's sign-in pages, such as sit.firebaseapp.com. */
  authDomain: string
  /**
   * 'host:port' of the official emulator, which signs no tokens. Never in production, nor on a reachable address.
   */
  emulatorHost: string | null
  /** Credentials for deleting Firebase accounts; null leaves the deletion to the member's next sign-in. */
  serviceAccount: ServiceAccount | null
}

export interface ServiceAccount {
  email: string
  /** In PEM. */
  privateKey: string
}

export interface GoogleSettings {
  clientId: string
  clientSecret: string
}

const hostPattern = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i
const firebasePatterns = {
  FIREBASE_PROJECT_ID: [/^[a-z0-9][a-z0-9.:-]{2,60}$/, 'must be a project ID, such as sit-1a2b3.'],
  FIREBASE_API_KEY: [/^[\w-]{1,200}$/, "must be the web API key from the project's settings."],
  FIREBASE_AUTH_DOMAIN: [hostPattern, 'must be a host without https://, such as sit-1a2b3.firebaseapp.com.'],
} as const

/** Null: the built-in provider. `isLoopback`: only this machine can reach the server. */
export function readFirebase(get: ReadSetting, isLoopback: boolean): FirebaseSettings | null {
  const names = Object.keys(firebasePatterns)
  const missing = names.filter((name) => get(name) === undefined)
  const path = get('FIREBASE_SERVICE_ACCOUNT')
  if (missing.length === names.length && path === undefined) return null
  if (missing[0] !== undefined)
    throw configError(missing[0], `must be set too: ${names.join(', ')} are required together.`)
  const read = (name: keyof typeof firebasePatterns): string => {
    const text = get(name) ?? ''
    const [form, sentence] = firebasePatterns[name]
    if (!form.test(text)) throw configError(name, sentence)
    return text
  }
  const projectId = read('FIREBASE_PROJECT_ID')
  return {
    projectId,
    apiKey: read('FIREBASE_API_KEY'),
    authDomain: read('FIREBASE_AUTH_DOMAIN'),
    emulatorHost: readEmulatorHost(get('FIREBASE_AUTH_EMULATOR_HOST'), isLoopback),
    serviceAccount: path === undefined ? null : readServiceAccount(path, projectId),
  }
}

function readEmulatorHost(text: string | undefined, isLoopback: boolean): string | null {
  const name = 'FIREBASE_AUTH_EMULATOR_HOST'
  if (text === undefined) return null
  if (!hostPattern.test(text)) throw configError(name, 'must be a host and port, such as 127.0.0.1:9099.')
  if (!isLoopback) throw configError(name, 'is for local testing only; HOST must be loopback.')
  return text
}

const keyFileSchema = z.object({
  client_email: z.string().check(z.minLength(1)),
  private_key: z.string().check(z.regex(/^-----BEGIN PRIVATE KEY-----/)),
  project_id: z.optional(z.string()),
})

function readServiceAccount(path: string, projectId: string): ServiceAccount {
  const name = 'FIREBASE_SERVICE_ACCOUNT'
  const key = readKeyFile(path)
  // The file is secret, so the message doesn't repeat its content.
  if (!key) throw configError(name, `must be the path of a service account's key file, not "${path}".`)
  const { client_email: email, private_key: privateKey, project_id: ofProject = projectId } = key
  if (ofProject !== projectId) throw configError(name, 'belongs to a project other than FIREBASE_PROJECT_ID.')
  return { email, privateKey }
}

/** Null if the file is missing or its key can't sign. */
function readKeyFile(path: string): z.infer<typeof keyFileSchema> | null {
  try {
    const key = z.parse(keyFileSchema, JSON.parse(readFileSync(path, 'utf8')))
    return createPrivateKey(key.private_key).asymmetricKeyType === 'rsa' ? key : null
  } catch {
    return null
  }
}

/** Null: Google sign-in is off. */
export function readGoogle(get: ReadSetting): GoogleSettings | null {
  const clientId = get('GOOGLE_CLIENT_ID')
  const clientSecret = get('GOOGLE_CLIENT_SECRET')
  if (clientId === undefined && clientSecret === undefined) return null
  if (clientId === undefined)
    throw configError('GOOGLE_CLIENT_ID', 'must be set too: GOOGLE_CLIENT_SECRET requires it.')
  if (clientSecret === undefined) {
    throw configError('GOOGLE_CLIENT_SECRET', 'must be set too: GOOGLE_CLIENT_ID requires it.')
  }
  return { clientId, clientSecret }
}
