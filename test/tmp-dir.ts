// Where tests keep the data of their database servers.
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const sharedMemory = '/dev/shm'
const minFreeBytes = 2 * 1024 ** 3

/**
 * In memory where there is enough. Every test makes some three hundred files and deletes them, and ext4 then spends ten
 * times as long on making the next ones, because it shuns what was deleted a moment ago.
 */
export async function fastestTmpDir(): Promise<string> {
  const memory = await statfs(sharedMemory).catch(() => null)
  return memory && memory.bavail * memory.bsize > minFreeBytes ? sharedMemory : tmpdir()
}

/** Every folder that the one above may have been. */
export const tmpDirs = [sharedMemory, tmpdir()]
