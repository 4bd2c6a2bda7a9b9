// Graceful shutdown of a real process: by signals, after an uncaught exception, and at the time limit.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Starts a process with `handleShutdown`; `close` and `then` are source code that it runs. */
async function start(close: string, then = '') {
  const code = `
    const { createLog } = await import('./src/server/log.ts')
    const { handleShutdown } = await import('./src/app/server/graceful-shutdown.ts')
    const log = createLog({ logLevel: 'info', nodeId: 'one' })
    handleShutdown({ log, close: async () => { ${close} } })
    setInterval(() => {}, 1000)
    process.send('begun')
    ${then}`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const printed: Buffer[] = []
  child.stdout?.on('data', (text: Buffer) => printed.push(text))
  await once(child, 'message')
  return {
    child,
    ended: async () => {
      const [exit] = (await once(child, 'close')) as [number | null]
      return { exit, output: Buffer.concat(printed).toString() }
    },
  }
}

test('[F20] the first signal exits after a graceful close, the second at once @full', async () => {
  const calm = await start("await new Promise(setImmediate); console.log('all is closed')")
  calm.child.kill('SIGTERM')
  expect(await calm.ended()).toMatchObject({
    exit: 0,
    output: expect.stringContaining('all is closed') as unknown,
  })

  const stuck = await start("process.send('closing'); await new Promise(() => {})")
  stuck.child.kill('SIGTERM')
  await once(stuck.child, 'message')
  stuck.child.kill('SIGINT')
  const { exit, output } = await stuck.ended()
  expect(exit).toBe(1)
  expect(output).toContain('"event":"shutdown","signal":"SIGTERM"')
})

test('[F20] a signal that npm forwards a second time lets the graceful close finish @full', async () => {
  const twice = await start("process.send('closing'); await new Promise((done) => setTimeout(done, 300))")
  twice.child.kill('SIGINT')
  await once(twice.child, 'message')
  twice.child.kill('SIGINT')
  expect(await twice.ended()).toMatchObject({ exit: 0 })
})

test('[F20] SIGHUP from a closed terminal stops only a process started in that terminal', async () => {
  const alone = await start('')
  alone.child.kill('SIGHUP')
  alone.child.kill('SIGTERM')
  const { exit, output } = await alone.ended()
  expect(exit).toBe(0)
  expect(output).toContain('"signal":"SIGTERM"')
  expect(output).not.toContain('SIGHUP')
})

test('[T41] an uncaught exception is logged without quoted data, and exits with 1 after a graceful close @full', async () => {
  for (const thrown of [
    "throw new Error('by canary@example.org')",
    "Promise.reject(new Error('by canary@example.org'))",
  ]) {
    const crashed = await start("console.log('closed')", `setTimeout(() => { ${thrown} })`)
    const { exit, output } = await crashed.ended()
    expect(exit).toBe(1)
    expect(output).toContain('"event":"crash"')
    expect(output).toContain('closed')
    expect(output).not.toContain('canary')
  }
})
