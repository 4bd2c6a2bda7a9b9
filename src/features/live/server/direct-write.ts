// Direct writes to a socket's file descriptor: a stream write creates several objects and runs them later.
import { writeSync } from 'node:fs'
import type { Socket } from 'node:net'

/** The socket's file descriptor; null where direct writes are impossible (Windows) or the socket is encrypted. */
export function fileDescriptorOf(socket: Socket): number | null {
  const handle: unknown = '_handle' in socket && !('encrypted' in socket) ? socket._handle : null
  if (typeof handle !== 'object' || handle === null || !('fd' in handle)) return null
  return typeof handle.fd === 'number' && handle.fd >= 0 ? handle.fd : null
}

/**
 * Writes as many bytes as the kernel takes at once, and returns their number; the stream sends the rest. The socket
 * must be open and its stream buffer empty, or the bytes get out of order.
 */
export function writeDirectly(descriptor: number, bytes: Buffer): number {
  try {
    return writeSync(descriptor, bytes)
  } catch {
    // The buffer is full, or the socket is broken: the stream then waits or reports the error.
    return 0
  }
}
