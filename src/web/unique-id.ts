// A name for something that has none yet.

/** 32 hex digits by chance. `crypto.randomUUID` is missing where the page came over plain http from another machine. */
export function uniqueId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
