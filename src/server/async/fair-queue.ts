// Fair queue: round robin over networks, then over their addresses, so a busy sender delays only itself.

export interface QueueSource {
  network: string
  address: string
}

export interface FairQueue<Item> {
  /**
   * Adds an item. Returns the item evicted from a full queue, else null. That is the last one of the busiest address
   * in the busiest network, possibly the new one.
   */
  push(item: Item, from: QueueSource): Item | null
  /** Removes and returns the next item; null if empty. */
  shift(): Item | null
  /** Removes an item that no longer needs to be served; does nothing if it isn't queued. */
  delete(item: Item, from: QueueSource): void
}

/** Both maps are in serving order. */
type QueuedByNetwork<Item> = Map<string, Map<string, Item[]>>

export function createFairQueue<Item>(waitingMax: number): FairQueue<Item> {
  const networks: QueuedByNetwork<Item> = new Map()
  let size = 0

  /** Removes an item from an address's list, and deletes empty lists. */
  const take = ({ network, address }: QueueSource, which: 'first' | 'last' | { item: Item }): Item | null => {
    const addresses = networks.get(network)
    const items = addresses?.get(address)
    if (!addresses || !items) return null
    const index = which === 'first' ? 0 : which === 'last' ? items.length - 1 : items.indexOf(which.item)
    const [item = null] = index < 0 ? [] : items.splice(index, 1)
    if (items.length === 0) addresses.delete(address)
    if (addresses.size === 0) networks.delete(network)
    if (item !== null) size -= 1
    return item
  }

  return {
    push: (item, from) => {
      const addresses = networks.get(from.network) ?? new Map<string, Item[]>()
      const items = addresses.get(from.address) ?? []
      items.push(item)
      addresses.set(from.address, items)
      networks.set(from.network, addresses)
      size += 1
      return size > waitingMax ? take(busiestSource(networks, from), 'last') : null
    },
    shift: () => {
      const [network] = networks.keys()
      if (network === undefined) return null
      const addresses = networks.get(network) ?? new Map<string, Item[]>()
      const [address = ''] = addresses.keys()
      const item = take({ network, address }, 'first')
      moveToEnd(addresses, address)
      moveToEnd(networks, network)
      return item
    },
    delete: (item, from) => void take(from, { item }),
  }
}

/** The source with the most items; `preferred` wins a tie. */
function busiestSource<Item>(networks: QueuedByNetwork<Item>, preferred: QueueSource): QueueSource {
  const network = keyWithMost(networks, preferred.network, countItems)
  const addresses = networks.get(network) ?? new Map<string, Item[]>()
  return { network, address: keyWithMost(addresses, preferred.address, (items) => items.length) }
}

function countItems<Item>(addresses: Map<string, Item[]>): number {
  let count = 0
  for (const items of addresses.values()) count += items.length
  return count
}

function keyWithMost<Value>(
  map: Map<string, Value>,
  preferred: string,
  sizeOf: (value: Value) => number,
): string {
  const present = map.get(preferred)
  const least = (present === undefined ? 0 : sizeOf(present)) + 1
  let most = { key: preferred, size: least }
  // On a tie, the one served last.
  for (const [key, value] of map) {
    const size = sizeOf(value)
    if (size >= most.size) most = { key, size }
  }
  return most.key
}

function moveToEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key)
  if (value === undefined) return
  map.delete(key)
  map.set(key, value)
}
