// A server that can be away, and that can come back with a newer build of the pages, at the same address.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { TestApp } from '#test/app.ts'

export interface DeployableServer {
  /** Nothing is answered any more: every connection breaks. */
  goAway(): void
  comeBack(): void
  /** From now on the pages begin with another script, the worker belongs to them, and the old parts are gone. */
  deploy(): void
  /** The address of that script. */
  secondEntry: string
}

const ownCall = 'x-from-the-test'
/** In the list of what the worker fetches ahead: a part that the second build doesn't have under this name. */
const oldPart = /"\/assets\/energy-modal-[^"]+",/

const secondEntry = '/assets/index-second.js'

/** Stands between the server's socket and what answers. */
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
    goAway: () => {
      isAway = true
      server.closeAllConnections()
    },
    comeBack: () => {
      isAway = false
    },
    deploy: () => {
      isSecond = true
    },
    secondEntry,
  }
}
