// Listening sockets: HOST and PORT, and without HOST also [::1], which browsers try first for `localhost`.
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, type Server as TcpServer } from 'node:net'
import type { Config } from '../config/config.ts'

// A whole community reconnects at once.
const acceptBacklog = 4_096

export interface Listening {
  /** Such as http://127.0.0.1:3000; the first is at HOST. */
  origins: readonly string[]
  /** Stops accepting at [::1] and resolves when its last connection has closed. The owner closes `server`. */
  close(): Promise<void>
}

/** Starts listening. Throws a one-sentence error that names HOST or PORT if they can't be used. */
export async function listen(
  server: Server,
  { host, port, listensAtIpv6Loopback }: Pick<Config, 'host' | 'port' | 'listensAtIpv6Loopback'>,
): Promise<Listening> {
  try {
    server.listen({ port, host, backlog: acceptBacklog })
    await once(server, 'listening')
  } catch (error) {
    throw describeListenError(error, { host, port })
  }
  const address = server.address()
  const realPort = typeof address === 'object' && address ? address.port : port
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${realPort}`
  const ipv6Server = listensAtIpv6Loopback ? await listenAtIpv6Loopback(server, realPort) : null
  return {
    origins: ipv6Server === null ? [origin] : [origin, `http://[::1]:${realPort}`],
    close: async () => {
      if (ipv6Server === null) return
      ipv6Server.close()
      await once(ipv6Server, 'close')
    },
  }
}

/** Passes connections at [::1] to the server; null without IPv6, or if the port is taken there. */
async function listenAtIpv6Loopback(server: Server, port: number): Promise<TcpServer | null> {
  const ipv6Server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit('connection', socket)
  })
  try {
    ipv6Server.listen({ host: '::1', port, backlog: acceptBacklog })
    await once(ipv6Server, 'listening')
    return ipv6Server
  } catch {
    return null
  }
}

/**
 * Describes a listen error to the operator. Not a ConfigError: the port may become free or the name resolve soon,
 * so a restart makes sense.
 */
export function describeListenError(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const message = {
    EADDRINUSE: `PORT: port ${port} is already in use. Stop the other process, or choose another port.`,
    EACCES: `PORT: port ${port} requires root; choose 1024 or higher.`,
    ENOTFOUND: `HOST: "${host}" can't be resolved. Use an address of this machine, 127.0.0.1 or 0.0.0.0.`,
    EAI_AGAIN: `HOST: "${host}" can't be resolved at the moment.`,
    EADDRNOTAVAIL: `HOST: "${host}" isn't an address of this machine.`,
  }[String(code)]
  return message === undefined ? error : new Error(message, { cause: error })
}
