// npm run backup, restore and admin: installs and builds what is missing or out of date, then runs the command.
import './node-version.mjs'
import { build, isBuilt } from './build.mjs'
import { ensureInstalled } from './npm.mjs'

// Commands show no pages.
const isReady = isBuilt([])
await ensureInstalled({ withTools: !isReady })
if (!isReady) {
  const code = await build()
  if (code !== 0) {
    console.error('The build failed; the command was not run.')
    process.exit(code)
  }
}
await import(new URL('../dist/server/commands.js', import.meta.url).href)
