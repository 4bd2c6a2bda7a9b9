// The release archive: unpacked elsewhere, with production packages only, it starts and installs nothing.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { freePort, createDataDir, startServerProcess } from '#test/nodes/server-process.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

interface LockedPackage {
  dev?: boolean
}

/** The result of `npm ci --omit=dev`: links to the installed packages, and npm's list of them. */
async function installForProduction(folder: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev }]) => dev !== true))
  const modules = join(folder, 'node_modules')
  await mkdir(modules)
  await Promise.all(
    (await readdir(join(root, 'node_modules'))).map((name) =>
      symlink(join(root, 'node_modules', name), join(modules, name)),
    ),
  )
  await rm(join(modules, '.package-lock.json'))
  await writeFile(join(modules, '.package-lock.json'), JSON.stringify({ ...lock, packages }))
}

// Releases are built with GNU tar, on GitHub's runners.
test.skip(process.platform !== 'linux', 'A release is made on Linux.')

test('[OPS-32] a release archive starts with production packages only, without a build @full', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-release-'))
  const { dataDir, remove } = await createDataDir()
  try {
    const { stdout } = await run(process.execPath, [join(root, 'scripts/release.mjs'), 'pack', folder])
    const archive = stdout.trim()
    await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder })
    const unpacked = join(folder, 'unpacked')
    await mkdir(unpacked)
    await run('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1'])
    const head = (await run('git', ['rev-parse', 'HEAD'], { cwd: root })).stdout
    expect(await readFile(join(unpacked, 'dist/commit'), 'utf8')).toBe(head)
    expect(JSON.parse(await readFile(join(unpacked, 'docs/api/openapi.json'), 'utf8'))).toHaveProperty(
      'paths',
    )
    await installForProduction(unpacked)
    const server = await startServerProcess(
      { PORT: String(await freePort()), DATA_DIR: dataDir },
      join(unpacked, 'scripts/start.mjs'),
    )
    expect(server.output()).not.toMatch(/Installing|Building/)
    expect(server.output()).toContain(`(${head.slice(0, 8)})`)
    expect(await server.stop()).toBe(0)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await remove()
  }
})
