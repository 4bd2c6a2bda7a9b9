// Host names without a public server.

/** Special-use names (RFC 6761, 6762, 7686, 8375), and common private network names. */
const privateHostname =
  /(?:^|\.)(?:localhost|local|internal|intranet|private|lan|home|corp|invalid|test|example|onion|alt|home\.arpa)$/

/** Whether a lower-case host name has a private ending. */
export function isPrivateHostname(hostname: string): boolean {
  return privateHostname.test(hostname)
}
