// npm start: installs and builds what is missing or out of date, then becomes the server.
import './node-version.mjs'
import { build, isBuilt } from './build.mjs'
import { ensureInstalled } from './npm.mjs'

await ensureInstalled({ withTools: !isBuilt() })
if (!isBuilt()) {
  console.log('Building …')
  const code = await build()
  if (code !== 0) {
    console.error('The build failed; the server was not started.')
    process.exit(code)
  }
}
process.setSourceMapsEnabled(true)
// In this very process: signals, the exit code and the end of the terminal reach the server directly.
await import(new URL('../dist/server/main.js', import.meta.url).href)
