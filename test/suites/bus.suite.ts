// The contract of every bus, run against each implementation.
import { expect, test } from 'vitest'
import type { Bus } from '#server/bus.ts'

/** `connect` opens another node's connection to the same bus. */
export function describeBus(connect: (nodeId: string) => Promise<Bus>): void {
  test('a message reaches every subscriber of its channel, on every node, in order, and no other', async () => {
    const [one, two] = [await connect('one'), await connect('two')]
    const heard: string[] = []
    const all = deferred()
    const listen = (name: string) => (message: unknown, from: string) => {
      heard.push(`${name} ${JSON.stringify(message)} of ${from === two.nodeId ? 'two' : 'one'}`)
      if (heard.length === 6) all.resolve()
    }
    one.subscribe('room', listen('one'))
    two.subscribe('room', listen('two'))
    two.subscribe('other', () => heard.push('astray'))
    await two.publish('room', { n: 1 })
    await two.publish('room', { n: 2 })
    await two.publish('room', 'a text')
    await all.promise
    const sent = ['{"n":1} of two', '{"n":2} of two', '"a text" of two']
    expect(heard.filter((line) => line.startsWith('one'))).toEqual(sent.map((line) => `one ${line}`))
    expect(heard.filter((line) => line.startsWith('two'))).toEqual(sent.map((line) => `two ${line}`))
    await Promise.all([one.close(), two.close()])
  })

  test('local subscribers have received a message when publish returns', async () => {
    const bus = await connect('one')
    const heard: unknown[] = []
    bus.subscribe('room', (message) => heard.push(message))
    const published = bus.publish('room', 1)
    expect(heard).toEqual([1])
    await published
    await bus.close()
  })

  test('an error in a subscriber affects neither the publisher nor other subscribers', async () => {
    const [one, two] = [await connect('one'), await connect('two')]
    const heard: string[] = []
    const far = deferred()
    for (const [name, bus] of [['here', one] as const, ['there', two] as const]) {
      bus.subscribe('room', () => {
        throw new Error('Out of order.')
      })
      bus.subscribe('room', () => {
        heard.push(name)
        if (name === 'there') far.resolve()
      })
    }
    await one.publish('room', 1)
    await far.promise
    expect(heard).toEqual(['here', 'there'])
    await Promise.all([one.close(), two.close()])
  })

  test('an unsubscribed listener receives no more messages', async () => {
    const [one, two] = [await connect('one'), await connect('two')]
    const heard: unknown[] = []
    const stop = one.subscribe('room', (message) => heard.push(message))
    const [first, last] = [deferred(), deferred()]
    one.subscribe('room', (message) => (message === 1 ? first : last).resolve())
    await two.publish('room', 1)
    await first.promise
    stop()
    await two.publish('room', 2)
    await last.promise
    expect(heard).toEqual([1])
    await Promise.all([one.close(), two.close()])
  })

  test('nodes learn of present, joining and leaving nodes', async () => {
    const one = await connect('one')
    const seen: string[] = []
    const [arrived, gone] = [deferred(), deferred()]
    one.watch({
      onNodeJoined: (nodeId) => {
        seen.push(`${nodeId} arrived`)
        arrived.resolve()
      },
      onNodeLeft: (nodeId) => {
        seen.push(`${nodeId} gone`)
        gone.resolve()
      },
    })
    const two = await connect('two')
    await arrived.promise
    const met = deferred()
    two.watch({ onNodeJoined: (nodeId) => nodeId === one.nodeId && met.resolve() })
    await met.promise
    await two.close()
    await gone.promise
    expect(seen).toEqual([`${two.nodeId} arrived`, `${two.nodeId} gone`])
    expect(two.nodeId).not.toBe(one.nodeId)
    await one.close()
  })

  test('it reports whether it is alive', async () => {
    const bus = await connect('one')
    expect(await bus.isAlive()).toBe(true)
    await bus.close()
    expect(await bus.isAlive()).toBe(false)
  })
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
