// A line to a server that a test can cut: what stands on it is lost, and nobody gets through until it is mended.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  /** The server that was named, over this line. */
  url: string
  cut(): void
  /** Carries nothing more and ends nothing: both ends believe that the line still stands. */
  muffle(): void
  mend(): void
  close(): Promise<void>
}

/** Lays a line to a server of this machine; its url names the port. */
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
    muffle: () => {
      for (const end of open) end.unpipe().pause()
    },
    mend: () => {
      isCut = false
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
