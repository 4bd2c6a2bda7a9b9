// A fake Firebase project for the real client library: its accounts and its popup, intercepted at the network.
import type { BrowserContext, Page, Route } from '@playwright/test'
import { decodeJwt } from 'jose'
import type { FirebaseAccount, FakeFirebase } from '#test/fakes/firebase.ts'

interface Account extends FirebaseAccount {
  password?: string
}

export interface FirebaseProject {
  accounts: Account[]
  /** The mails that it was asked to send, such as 'PASSWORD_RESET una@example.org'. */
  mails: string[]
  /** The account on Google's page; null for a user who cancels. */
  googleUser: FirebaseAccount | null
  /** The error code of the next call, such as 'TOO_MANY_ATTEMPTS_TRY_LATER'. */
  nextError: string | null
  /** Every requested external URL, without its query. */
  requestedUrls: string[]
}

type Fields = Record<string, unknown>

/** The fields of requests that the fake reads. */
interface IdentityRequest {
  email?: string
  password?: string
  displayName?: string
  idToken?: string
  requestType?: string
}

/** Responds to requests to Firebase and Google on all pages of a context, and blocks all other external requests. */
export async function startFirebaseProject(
  context: BrowserContext,
  fake: FakeFirebase,
): Promise<FirebaseProject> {
  const project: FirebaseProject = {
    accounts: [],
    mails: [],
    googleUser: null,
    nextError: null,
    requestedUrls: [],
  }
  const helper = helperOf(project)
  await context.route(/^https:/, async (route) => {
    const url = new URL(route.request().url())
    project.requestedUrls.push(`${url.host}${url.pathname}`)
    if (url.host === 'apis.google.com') return fulfill(route, 'text/javascript', helperScript)
    if (url.host === fake.settings.authDomain) return helper(route, url)
    if (url.host === 'identitytoolkit.googleapis.com') return response(route, url)
    if (url.host === 'securetoken.googleapis.com') return refreshed(route)
    return route.abort()
  })
  const tokens = async (account: Account) => ({
    idToken: await fake.idToken(account),
    refreshToken: `refresh ${account.uid}`,
    localId: account.uid,
    email: account.email,
    expiresIn: '3600',
  })
  const response = async (route: Route, url: URL) => {
    if (url.pathname === '/v1/projects') return json(route, { authorizedDomains: ['127.0.0.1'] })
    const body = route.request().postDataJSON() as IdentityRequest
    const reply = project.nextError ?? (await identityToolkit(project, url.pathname, body, tokens))
    project.nextError = null
    if (typeof reply === 'string') return json(route, { error: { code: 400, message: reply } }, 400)
    return json(route, reply)
  }
  const refreshed = async (route: Route) => {
    const uid = new URLSearchParams(route.request().postData() ?? '').get('refresh_token')?.slice(8)
    const account = project.accounts.find((one) => one.uid === uid)
    if (!account) return json(route, { error: { code: 400, message: 'TOKEN_EXPIRED' } }, 400)
    const { idToken, refreshToken } = await tokens(account)
    return json(route, { access_token: idToken, refresh_token: refreshToken, expires_in: '3600' })
  }
  return project
}

type Tokens = (account: Account) => Promise<Fields>

/** The response of a call, or its error code. */
async function identityToolkit(
  project: FirebaseProject,
  path: string,
  { email, password, displayName, idToken, requestType }: IdentityRequest,
  tokens: Tokens,
): Promise<Fields | string> {
  const { accounts, mails } = project
  const byEmail = accounts.find((one) => one.email === email)
  const sub = idToken === undefined ? undefined : decodeJwt(idToken).sub
  const bySub = accounts.find(({ uid }) => uid === sub)
  switch (path.slice('/v1/accounts:'.length)) {
    case 'signUp': {
      if (byEmail) return 'EMAIL_EXISTS'
      const created = { uid: `uid-${accounts.length}`, email: email ?? '', password: password ?? '' }
      accounts.push(created)
      return tokens(created)
    }
    case 'signInWithPassword':
      return byEmail && byEmail.password === password ? tokens(byEmail) : 'INVALID_LOGIN_CREDENTIALS'
    case 'signInWithIdp': {
      const { googleUser } = project
      if (!googleUser) return 'INVALID_IDP_RESPONSE'
      if (!accounts.some(({ uid }) => uid === googleUser.uid)) accounts.push(googleUser)
      return {
        ...(await tokens(googleUser)),
        providerId: 'google.com',
        federatedId: 'https://accounts.google.com/1',
      }
    }
    case 'update':
      if (bySub && displayName) bySub.name = displayName
      return { localId: bySub?.uid, email: bySub?.email, displayName: bySub?.name, providerUserInfo: [] }
    case 'sendOobCode':
      mails.push(`${requestType} ${email ?? bySub?.email}`)
      return { email }
    case 'lookup':
      return {
        users: [{ localId: bySub?.uid, email: bySub?.email, displayName: bySub?.name, providerUserInfo: [] }],
      }
    default:
      return 'NOT_FOUND'
  }
}

/** The pages on the project's own domain: the one that shows Google's, and the frame that receives its result. */
function helperOf(project: FirebaseProject) {
  let waiting: Fields = nothing
  return async (route: Route, url: URL) => {
    if (url.pathname === '/__/auth/iframe') {
      const event = waiting
      waiting = nothing
      return fulfill(route, 'text/html', `<script>parent.postMessage(${JSON.stringify(event)}, '*')</script>`)
    }
    const { authType, eventId, redirectUrl } = Object.fromEntries(url.searchParams)
    const event: Fields = {
      type: authType,
      eventId,
      sessionId: 'a session of the test',
      urlResponse: `${url.origin}/__/auth/handler?code=a-code`,
      ...(project.googleUser ? {} : { error: { code: 'auth/user-cancelled', message: '' } }),
    }
    if (authType === 'signInViaRedirect') waiting = event
    const done = JSON.stringify(event)
    const go =
      authType === 'signInViaPopup'
        ? `setTimeout(() => opener.postMessage(${done}, '*'))`
        : `location = '${redirectUrl}'`
    return fulfill(
      route,
      'text/html',
      `<title>Google</title><button onclick="${attribute(go)}">Go on</button>`,
    )
  }
}

const nothing: Fields = { type: 'unknown', eventId: null, error: { code: 'auth/no-auth-event', message: '' } }

/** The part of Google's helper script that the library uses: a frame, and its messages to the window. */
const helperScript = `(() => {
  const open = (options, onOpen) => {
    const frame = document.createElement('iframe')
    const told = []
    let hear = (event) => told.push(event)
    addEventListener('message', ({ origin, data }) => {
      if (origin === new URL(options.url).origin) hear(data)
    })
    const loaded = new Promise((resolve) => { frame.onload = resolve })
    frame.src = options.url
    options.where.append(frame)
    return onOpen({
      restyle: async () => undefined,
      ping: (done) => loaded.then(done),
      // What the library throws in there goes nowhere with the real one either.
      send: (type, message, response) => loaded.then(() => response([{ webStorageSupport: true }])).catch(() => undefined),
      register: (type, handler) => {
        hear = (authEvent) => handler({ type, authEvent })
        told.splice(0).forEach(hear)
      },
    })
  }
  window.gapi = {
    load: (name, { callback }) => {
      gapi.iframes = { CROSS_ORIGIN_IFRAMES_FILTER: {}, Iframe: {}, getContext: () => ({ open }) }
      callback()
    },
  }
  window[new URL(document.currentScript.src).searchParams.get('onload')]()
})()`

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

async function json(route: Route, body: Fields, status = 200): Promise<void> {
  await route.fulfill({ status, json: body, headers: { 'access-control-allow-origin': '*' } })
}

async function fulfill(route: Route, contentType: string, body: string): Promise<void> {
  await route.fulfill({ contentType, body })
}

/** Firebase's keys in the browser's storage: in both web storages, and in IndexedDB. */
export async function firebaseStorageKeys(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '')
    return [...Object.keys(localStorage), ...Object.keys(sessionStorage), ...databases].filter((name) =>
      /firebase/i.test(name),
    )
  })
}
