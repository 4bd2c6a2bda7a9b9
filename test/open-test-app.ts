// A server for the tests of a file: `const app = await openTestApp()` at the top level.
import { startTestApp, type TestApp } from './app.ts'
import { closeAfterAll } from './close-after-all.ts'

/** Starts a server as `startTestApp` does, and closes it after the tests of the file. */
export async function openTestApp(options?: Parameters<typeof startTestApp>[0]): Promise<TestApp> {
  return closeAfterAll(await startTestApp(options))
}
