// Writes to a socket without the stream around it, which makes several objects for each write and runs them later.
import { writeSync } from 'node:fs'
import type { Socket } from 'node:net'

/** What a socket is to the system; null where it can't be written to directly (Windows), or must be encrypted. */
export function fileDescriptorOf(socket: Socket): number | null {
  const handle: unknown = '_handle' in socket && !('encrypted' in socket) ? socket._handle : null
  if (typeof handle !== 'object' || handle === null || !('fd' in handle)) return null
  return typeof handle.fd === 'number' && handle.fd >= 0 ? handle.fd : null
}

/**
 * Gives the system what it takes at once, and answers how many bytes that were; the stream takes the rest. The socket
 * must be open and nothing may wait in its stream, or else the bytes come in another order.
 */
export function writeDirectly(descriptor: number, bytes: Buffer): number {
  try {
    return writeSync(descriptor, bytes)
  } catch {
    // Full, or broken: the stream waits, or says so.
    return 0
  }
}
