// A server that can go down, and come back at the same address with a newer build of the pages.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { TestApp } from '#test/app.ts'
import { builtPath } from './built-path.ts'

export interface DeployableServer {
  /** Stops responding: every connection breaks. */
  takeOffline(): void
  bringOnline(): void
  /** Deploys a release with another entry script and service worker, and without the old chunks. */
  deploy(): void
  /** The path of that script. */
  secondEntry: string
}

const bypassHeader = 'x-from-the-test'
const secondEntry = '/assets/index-second.js'

/** Intercepts requests between the server's socket and its handlers. */
export async function createDeployableServer(app: TestApp): Promise<DeployableServer> {
  const { server } = app.app
  const originalListeners = server.listeners('request').map((listener): RequestListener => {
    return (request, response) => void Reflect.apply(listener, server, [request, response])
  })
  const firstPage = await (await fetch(app.url)).text()
  const firstEntry = /src="([^"]+index-[^"]+)"/.exec(firstPage)?.[1] ?? ''
  const firstRelease = /data-release="([^"]+)"/.exec(firstPage)?.[1] ?? ''
  // A chunk that the second build doesn't have under this name.
  const oldChunk = builtPath('energy-modal.tsx')
  let isOffline = false
  let isDeployed = false

  const handleRequest: RequestListener = (request, response) => {
    const { url = '/', method } = request
    if (isOffline) request.socket.destroy()
    else if (!isDeployed || request.headers[bypassHeader] || method !== 'GET') passThrough(request, response)
    else if (url === secondEntry) passThrough(Object.assign(request, { url: firstEntry }), response)
    else if (url === oldChunk || /^\/assets\/index-.*\.js$/.test(url)) response.writeHead(404).end()
    else if (/^\/(api|ws|assets(?!\/ahead)|media|icons|healthz)\b/.test(url)) passThrough(request, response)
    else void respondWithSecondBuild(request, response)
  }
  const passThrough: RequestListener = (request, response) => {
    for (const listener of originalListeners) listener(request, response)
  }
  const respondWithSecondBuild = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '/' } = request
    // The page says whether there is a session.
    const { cookie = '' } = request.headers
    const firstBuild = await fetch(app.url + url, { headers: { [bypassHeader]: 'yes', cookie } })
    const headers = Object.fromEntries(firstBuild.headers)
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection'])
      delete headers[name]
    response.writeHead(firstBuild.status, headers)
    const text = (await firstBuild.text())
      .replaceAll(firstEntry, secondEntry)
      .replaceAll(firstRelease, 'second-release')
    // Also from the worker's precache list.
    response.end(text.replace(`"${oldChunk}",`, ''))
  }
  server.removeAllListeners('request')
  server.on('request', handleRequest)
  return {
    takeOffline: () => {
      isOffline = true
      server.closeAllConnections()
    },
    bringOnline: () => {
      isOffline = false
    },
    deploy: () => {
      isDeployed = true
    },
    secondEntry,
  }
}
