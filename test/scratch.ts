// Where tests keep the data of their database servers.
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const sharedMemory = '/dev/shm'
const enoughBytes = 2 * 1024 ** 3

/**
 * In memory where there is enough. Every test makes some three hundred files and deletes them, and ext4 then spends ten
 * times as long on making the next ones, because it shuns what was deleted a moment ago.
 */
export async function quickestFolder(): Promise<string> {
  const memory = await statfs(sharedMemory).catch(() => null)
  return memory && memory.bavail * memory.bsize > enoughBytes ? sharedMemory : tmpdir()
}

/** Every folder that the one above may have been. */
export const scratchFolders = [sharedMemory, tmpdir()]
