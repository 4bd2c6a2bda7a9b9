// A server that can go down, and come back at the same address with a newer build of the pages.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { TestApp } from '#test/app.ts'

export interface DeployableServer {
  /** Stops answering: every connection breaks. */
  takeOffline(): void
  bringOnline(): void
  /** Deploys a build with another entry script and service worker, and without the old chunks. */
  deploy(): void
  /** The path of that script. */
  secondEntry: string
}

const ownCall = 'x-from-the-test'
/** In the worker's precache list: a chunk that the second build doesn't have under this name. */
const oldPart = /"\/assets\/energy-modal-[^"]+",/

const secondEntry = '/assets/index-second.js'

/** Intercepts requests between the server's socket and its handlers. */
export async function createDeployableServer(app: TestApp): Promise<DeployableServer> {
  const { server } = app.app
  const answerAsBuilt = server.listeners('request').map((listener): RequestListener => {
    return (request, response) => void Reflect.apply(listener, server, [request, response])
  })
  const firstEntry = /src="([^"]+index-[^"]+)"/.exec(await (await fetch(app.url)).text())?.[1] ?? ''
  let isAway = false
  let isSecond = false

  const answer: RequestListener = (request, response) => {
    const { url = '/', method } = request
    if (isAway) request.socket.destroy()
    else if (!isSecond || request.headers[ownCall] || method !== 'GET') pass(request, response)
    else if (url === secondEntry) pass(Object.assign(request, { url: firstEntry }), response)
    else if (/^\/assets\/(energy-modal|index)-.*\.js$/.test(url)) response.writeHead(404).end()
    else if (/^\/(api|ws|assets|media|icons|healthz)\b/.test(url)) pass(request, response)
    else void answerRenamed(request, response)
  }
  const pass: RequestListener = (request, response) => {
    for (const listener of answerAsBuilt) listener(request, response)
  }
  const answerRenamed = async ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
    const built = await fetch(app.url + url, { headers: { [ownCall]: 'yes' } })
    const headers = Object.fromEntries(built.headers)
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection'])
      delete headers[name]
    response.writeHead(built.status, headers)
    const text = (await built.text()).replaceAll(firstEntry, secondEntry)
    response.end(text.replace(oldPart, ''))
  }
  server.removeAllListeners('request')
  server.on('request', answer)
  return {
    takeOffline: () => {
      isAway = true
      server.closeAllConnections()
    },
    bringOnline: () => {
      isAway = false
    },
    deploy: () => {
      isSecond = true
    },
    secondEntry,
  }
}
