// A TCP proxy that a test can cut: open connections break, and new ones fail until it is restored.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

export interface TcpProxy {
  /** The server's URL, through the proxy. */
  url: string
  cut(): void
  /** Stops forwarding without closing: both ends believe that the connection is still open. */
  blackhole(): void
  /** Delays everything, in both directions, from now on; 0 ends it. */
  delay(ms: number): void
  restore(): void
  close(): Promise<void>
}

/** Opens a proxy to a local server; the URL names the port. */
export async function startTcpProxy(serverUrl: string): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let isCut = false
  let delayMs = 0
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
      end.pipe(delayed(() => delayMs)).pipe(other)
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
    delay: (ms) => {
      delayMs = ms
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

/** A stream that passes everything on later, in order. */
function delayed(delayMs: () => number): Transform {
  let waiting = 0
  let last = Promise.resolve()
  return new Transform({
    transform(chunk, _encoding, done) {
      const ms = delayMs()
      if (ms === 0 && waiting === 0) {
        done(null, chunk)
        return
      }
      const passAtMs = performance.now() + ms
      waiting += 1
      last = last.then(async () => {
        await pause(Math.max(0, passAtMs - performance.now()))
        waiting -= 1
        if (!this.destroyed) this.push(chunk)
      })
      done()
    },
    flush: (done) => {
      void last.finally(done)
    },
  })
}
