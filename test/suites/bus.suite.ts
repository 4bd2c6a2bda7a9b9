// The contract of every bus, run against each implementation.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Bus } from '#server/bus/bus.ts'
import { busChannel } from '#shared/bus-events.ts'

const room = busChannel('room', z.unknown())

/** `connect` opens another node's connection to the same bus. */
export function describeBus(connect: (nodeId: string) => Promise<Bus>): void {
  test('a message reaches every subscriber of its channel, on every node, in order, and no other', async () => {
    const [one, two] = [await connect('one'), await connect('two')]
    const received: string[] = []
    const allReceived = deferred()
    const recordAs = (name: string) => (message: unknown, from: string) => {
      received.push(`${name} ${JSON.stringify(message)} of ${from === two.nodeId ? 'two' : 'one'}`)
      if (received.length === 6) allReceived.resolve()
    }
    one.subscribe(room, recordAs('one'))
    two.subscribe(room, recordAs('two'))
    two.subscribe(busChannel('other', z.unknown()), () => received.push('astray'))
    await two.publish(room, { n: 1 })
    await two.publish(room, { n: 2 })
    await two.publish(room, 'a text')
    await allReceived.promise
    const sent = ['{"n":1} of two', '{"n":2} of two', '"a text" of two']
    expect(received.filter((line) => line.startsWith('one'))).toEqual(sent.map((line) => `one ${line}`))
    expect(received.filter((line) => line.startsWith('two'))).toEqual(sent.map((line) => `two ${line}`))
    await Promise.all([one.close(), two.close()])
  })

  test('local subscribers have received a message when publish returns', async () => {
    const bus = await connect('one')
    const received: unknown[] = []
    bus.subscribe(room, (message) => received.push(message))
    const published = bus.publish(room, 1)
    expect(received).toEqual([1])
    await published
    await bus.close()
  })

  test('an error in a subscriber affects neither the publisher nor other subscribers', async () => {
    const [one, two] = [await connect('one'), await connect('two')]
    const received: string[] = []
    const remoteReceived = deferred()
    for (const [name, bus] of [['here', one] as const, ['there', two] as const]) {
      bus.subscribe(room, () => {
        throw new Error('Out of order.')
      })
      bus.subscribe(room, () => {
        received.push(name)
        if (name === 'there') remoteReceived.resolve()
      })
    }
    await one.publish(room, 1)
    await remoteReceived.promise
    expect(received).toEqual(['here', 'there'])
    await Promise.all([one.close(), two.close()])
  })

  test('an unsubscribed listener receives no more messages', async () => {
    const [one, two] = [await connect('one'), await connect('two')]
    const received: unknown[] = []
    const unsubscribe = one.subscribe(room, (message) => received.push(message))
    const [first, last] = [deferred(), deferred()]
    one.subscribe(room, (message) => (message === 1 ? first : last).resolve())
    await two.publish(room, 1)
    await first.promise
    unsubscribe()
    await two.publish(room, 2)
    await last.promise
    expect(received).toEqual([1])
    await Promise.all([one.close(), two.close()])
  })

  test('nodes learn of present, joining and leaving nodes', async () => {
    const one = await connect('one')
    const seen: string[] = []
    const [joined, left] = [deferred(), deferred()]
    one.watch({
      onNodeJoined: (nodeId) => {
        seen.push(`${nodeId} arrived`)
        joined.resolve()
      },
      onNodeLeft: (nodeId) => {
        seen.push(`${nodeId} gone`)
        left.resolve()
      },
    })
    const two = await connect('two')
    await joined.promise
    const sawOther = deferred()
    two.watch({ onNodeJoined: (nodeId) => nodeId === one.nodeId && sawOther.resolve() })
    await sawOther.promise
    await two.close()
    await left.promise
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
