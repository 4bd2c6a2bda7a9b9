// Listening addresses, and error messages when they are unavailable.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listen, describeListenError } from './listen.ts'

const open = async (config: { host: string; port?: number; listensAtIpv6Loopback?: boolean }) => {
  const server = createServer((_request, response) => response.end('calm'))
  const listening = await listen(server, { port: 0, listensAtIpv6Loopback: false, ...config })
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await listening.close()
  }
  return { ...listening, close }
}

test('[OPS-07] listens at 127.0.0.1, and also at [::1] if HOST isn’t set', async () => {
  const { origins, close } = await open({ host: '127.0.0.1', listensAtIpv6Loopback: true })
  expect(origins).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^http:\/\/\[::1\]:\d+$/),
  ])
  for (const origin of origins) {
    const answer = await fetch(origin, { headers: { connection: 'close' } })
    expect(await answer.text()).toBe('calm')
  }
  await close()
  for (const origin of origins) await expect(fetch(origin)).rejects.toThrow('fetch failed')
})

test('[OPS-07] skips [::1] if the port is in use there', async () => {
  const taken = createServer().listen(0, '::1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { origins, close } = await open({ host: '127.0.0.1', port, listensAtIpv6Loopback: true })
  expect(origins).toEqual([`http://127.0.0.1:${port}`])
  await close()
  taken.close()
})

test('[OPS-06] the error for a PORT in use or an invalid HOST names the value', async () => {
  const { origins, close } = await open({ host: '127.0.0.1' })
  const port = Number(new URL(origins[0] ?? '').port)
  await expect(open({ host: '127.0.0.1', port })).rejects.toThrow(`PORT: port ${port} is already in use.`)
  await close()
  await expect(open({ host: 'nohost.invalid' })).rejects.toThrow(`HOST: "nohost.invalid" can't be resolved`)
  await expect(open({ host: '203.0.113.9' })).rejects.toThrow(
    `HOST: "203.0.113.9" isn't an address of this machine.`,
  )
  const denied = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
  expect(String(describeListenError(denied, { host: '127.0.0.1', port: 80 }))).toContain(
    'PORT: port 80 requires root',
  )
})
