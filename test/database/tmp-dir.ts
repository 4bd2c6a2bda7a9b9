// The folder for the data of the tests' database servers.
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const sharedMemory = '/dev/shm'
const minFreeBytes = 2 * 1024 ** 3

/**
 * In memory if there is enough. Every test creates and deletes some three hundred files. Then ext4 takes ten times as
 * long to create the next ones, because it avoids recently deleted inodes.
 */
export async function fastestTmpDir(): Promise<string> {
  const memory = await statfs(sharedMemory).catch(() => null)
  return memory && memory.bavail * memory.bsize > minFreeBytes ? sharedMemory : tmpdir()
}

/** Every folder that fastestTmpDir may return. */
export const tmpDirs = [sharedMemory, tmpdir()]
