// What every bus must do, run against each implementation.
import { expect, test } from 'vitest'
import type { Bus } from '#server/bus.ts'

/** `connect` makes another node's end of the same bus, or the same one where there is one node only. */
export function describeBus(connect: () => Promise<Bus>): void {
  test('a message reaches every subscriber of its channel, on every node, in order, and nobody else', async () => {
    const [one, two] = [await connect(), await connect()]
    const heard: string[] = []
    const all = deferred()
    const listen = (name: string) => (message: unknown) => {
      heard.push(`${name} ${JSON.stringify(message)}`)
      if (heard.length === 4) all.resolve()
    }
    one.subscribe('room', listen('one'))
    two.subscribe('room', listen('two'))
    two.subscribe('other', () => heard.push('astray'))
    await one.publish('room', { n: 1 })
    await one.publish('room', { n: 2 })
    await all.promise
    expect(heard.filter((line) => line.startsWith('one'))).toEqual(['one {"n":1}', 'one {"n":2}'])
    expect(heard.filter((line) => line.startsWith('two'))).toEqual(['two {"n":1}', 'two {"n":2}'])
    await Promise.all([one.close(), two.close()])
  })

  test('who has unsubscribed hears nothing more', async () => {
    const bus = await connect()
    const heard: unknown[] = []
    const stop = bus.subscribe('room', (message) => heard.push(message))
    const last = deferred()
    bus.subscribe('room', (message) => message === 2 && last.resolve())
    await bus.publish('room', 1)
    stop()
    await bus.publish('room', 2)
    await last.promise
    expect(heard).toEqual([1])
    await bus.close()
  })

  test('it says whether it is alive', async () => {
    const bus = await connect()
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
