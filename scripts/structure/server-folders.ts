// The imports between the folders of src/server that go against the order with the fewest of them.
import { posix } from 'node:path'
import { isProductCode, nameOf, nodesIn, partOf, treeOf, type SourceFile } from './source-files.ts'

const below = 'src/server/'

/** The folder of a file in src/server; a file without a folder stands for itself. */
function folderOf(path: string): string | null {
  return path.startsWith(below) ? (path.slice(below.length).split('/', 1)[0] ?? null) : null
}

/** Each with the files that import, as 'config → http: src/server/config/config.ts'. */
export function arrowsBack(files: readonly SourceFile[]): string[] {
  const arrows = files.filter(isProductCode).flatMap((file) =>
    importedPaths(file).flatMap((path) => {
      const [from, to] = [folderOf(file.path), folderOf(path)]
      return from === null || to === null || from === to ? [] : [{ from, to, file: file.path }]
    }),
  )
  const order = orderOf(arrows)
  const filesByArrow = new Map<string, Set<string>>()
  for (const { from, to, file } of arrows) {
    if (order.indexOf(from) > order.indexOf(to)) continue
    const arrow = `${from} → ${to}`
    filesByArrow.set(arrow, (filesByArrow.get(arrow) ?? new Set()).add(file))
  }
  return [...filesByArrow].map(([arrow, from]) => `${arrow}: ${[...from].join(', ')}`)
}

/** The project's files that a file imports, types too. */
function importedPaths(file: SourceFile): string[] {
  return nodesIn(treeOf(file)).flatMap((node) => {
    const source = /^(Import|Export)/.test(node.type) ? nameOf(partOf(node, 'source')) : null
    if (source?.startsWith('#server/')) return [source.replace('#server/', below)]
    return source?.startsWith('.') ? [posix.join(posix.dirname(file.path), source)] : []
  })
}

/** The folders in an order with the fewest pairs in which an earlier one imports a later one. */
function orderOf(arrows: readonly { from: string; to: string }[]): string[] {
  const folders = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].toSorted()
  const pairs = new Set(arrows.map(({ from, to }) => `${from} ${to}`))
  const imports = folders.map((from) =>
    folders.reduce((bits, to, index) => (pairs.has(`${from} ${to}`) ? bits | (1 << index) : bits), 0),
  )
  // The best order of every set of folders, from that of each set with one folder less.
  const fewest = new Int32Array(1 << folders.length).fill(folders.length ** 2)
  const last = new Int8Array(1 << folders.length)
  fewest[0] = 0
  for (let set = 0; set < fewest.length; set += 1)
    for (const [index, targets] of imports.entries()) {
      if (set & (1 << index)) continue
      // What this folder imports, and comes only after it.
      const back = countBits(targets & ~set & ~(1 << index))
      const next = set | (1 << index)
      const count = (fewest[set] ?? 0) + back
      if (count < (fewest[next] ?? 0)) {
        fewest[next] = count
        last[next] = index
      }
    }
  const order: string[] = []
  for (let set = fewest.length - 1; set > 0; set &= ~(1 << (last[set] ?? 0)))
    order.unshift(folders[last[set] ?? 0] ?? '')
  return order
}

function countBits(bits: number): number {
  return bits === 0 ? 0 : (bits & 1) + countBits(bits >>> 1)
}
