// A TCP proxy that a test can cut: open connections break, and new ones fail until it is restored.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  /** The server's URL, through the proxy. */
  url: string
  cut(): void
  /** Stops forwarding without closing: both ends believe that the connection is still open. */
  blackhole(): void
  restore(): void
  close(): Promise<void>
}

/** Opens a proxy to a local server; the URL names the port. */
export async function startTcpProxy(serverUrl: string): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) return client.destroy()
    const far = connect({ host: '127.0.0.1', port: Number(new URL(serverUrl).port) })
    for (const [end, other] of [[client, far] as const, [far, client] as const]) {
      open.add(end)
      end.on('error', () => end.destroy())
      end.on('close', () => {
        open.delete(end)
        other.destroy()
      })
      end.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(serverUrl)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  const cut = (): void => {
    isCut = true
    for (const end of open) end.destroy()
  }
  return {
    url: url.href,
    cut,
    blackhole: () => {
      for (const end of open) end.unpipe().pause()
    },
    restore: () => {
      isCut = false
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
