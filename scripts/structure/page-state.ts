// State that a page has outside of its components, where the next member of the same page would find it. State of a
// member is a page store with the owner `member`, which `resetPage` clears; all other state is listed here with its
// owner.
import {
  isPageCode,
  nameOf,
  nodesIn,
  partOf,
  placeOf,
  partsOf,
  treeOf,
  type Node,
  type SourceFile,
} from './source-files.ts'

/** By file and name: why the state outlives a member. */
const owners: Readonly<Record<string, string>> = {
  'src/app/web/app-layout.tsx queryClients': 'session: `attach` clears each cache with the page',
  'src/app/web/document-isolation.ts isolation': 'document: which of the app’s it is',
  'src/app/web/install-prompt.ts deferredPrompt': 'device: the prompt of the browser',
  'src/app/web/main.tsx session': 'session: it resets the page',
  'src/app/web/offline.ts isPolling': 'document: the offline page, which has no member',
  'src/app/web/prompt-timing.ts dirtyFields': 'screen: a field that left the document is deleted',
  'src/features/auth/web/data/firebase-adapter.ts adapter':
    'document: the library; it signs out after each exchange',
  'src/features/meditation/web/lights/keep-lights.ts lightsChoice': 'device: a choice that is saved on it',
  'src/features/sittings/web/data/bell-sound.ts audio': 'device: the sound that the browser allowed',
  'src/features/sittings/web/data/bell-sound.ts sounds': 'document: files of the server',
  'src/features/sittings/web/data/silence-file.ts samplesOfBells': 'document: files of the server',
  'src/features/sittings/web/data/bell.ts bellChoice': 'device: a choice that is saved on it',
  'src/web/player/sound-only.ts soundOnlyChoice': 'device: a choice that is saved on it',
  'src/web/community.ts current': 'community: the same for all members',
  'src/web/community.ts accentSheet': 'document: its own style sheet',
  'src/web/community-days.ts current': 'community: its zone, the same for all members',
  'src/web/player/group/group-playback.ts rateStalls': 'device: how its players change their rate',
  'src/web/player/group/group-playback.ts seekCosts': 'device: how its players seek',
  'src/web/server-clock.ts samples': 'device: how far its clock is off',
  'src/web/server-clock.ts ownOffsetMs': 'device: its clock at the last sample',
  'src/web/server-clock.ts noticedSleepMs': 'device: how long it slept',
  'src/web/use-clock-jumps.ts jumps': 'device: how often its clock was corrected',
  'src/web/toast-store.ts toastStore': 'member: it registers with `onResetPage` itself',
  'src/web/ui/dialog-frame.tsx locks': 'screen: the dialogs that are open',
  'src/web/ui/tooltip.tsx tooltipGroup': 'screen: the tooltip that is open, and the last key',
  'src/web/use-escape-layer.ts layers': 'screen: what is open',
  'src/web/use-lazy-import.ts loadedImports': 'document: parts of the page',
  'src/web/use-lazy-import.ts importFailures': 'document: parts of the page',
  'src/web/use-lazy-import.ts pageStays': 'document: whether it is being left',
  'src/web/use-lazy-import.ts openQueue': 'document: parts of the page',
  'src/web/use-lazy-import.ts preloadQueue': 'document: parts of the page',
  'src/web/use-lazy-import.ts failedStylesheets': 'document: parts of the page',
  'src/web/retry-later.ts waiting': 'document: calls that wait for their retry',
}

/** State without an owner, and owners of state that no file has any more. */
export function stateWithoutOwner(files: readonly SourceFile[]): string[] {
  const state = moduleState(files)
  const known = new Set(state.map(({ key }) => key))
  return [
    ...state.filter(({ key }) => owners[key] === undefined).map(({ place }) => place),
    ...Object.keys(owners)
      .filter((key) => !known.has(key))
      .map((key) => `${key}: listed, and not found`),
  ]
}

interface State {
  /** File and name. */
  key: string
  /** File, line and name. */
  place: string
}

/**
 * Variables of the modules that pages load, their collections and stores, and objects that the module changes. Page
 * values have their owner in the code. Sets of listeners belong to the components that subscribe.
 */
export function moduleState(files: readonly SourceFile[]): State[] {
  return files.filter(isPageCode).flatMap((file) => {
    const tree = treeOf(file)
    const changed = new Set(nodesIn(tree).map(nameOfChanged))
    return partsOf(tree)
      .map((statement) => partOf(statement, 'declaration') ?? statement)
      .filter(({ type }) => type === 'VariableDeclaration')
      .flatMap((declaration) =>
        (declaration['declarations'] as Node[]).flatMap((variable) => {
          const name = nameOf(partOf(variable, 'id'))
          if (name === null || name === 'listeners') return []
          const isState = declaration['kind'] === 'let' || holdsValues(variable) || changed.has(name)
          return isState ? { key: `${file.path} ${name}`, place: `${placeOf(file, variable)} ${name}` } : []
        }),
      )
  })
}

/** A page store says its owner itself. */
const collections = /^(?!createPageStore$)(Map|Set|WeakMap|WeakSet|create\w*(Choice|Client|Store))$/

/** Whether a constant is a collection or a store. A set with its values is a table. */
function holdsValues(variable: Node): boolean {
  const init = partOf(variable, 'init')
  const callee = init && /^(New|Call)Expression$/.test(init.type) ? nameOf(partOf(init, 'callee')) : null
  if (init === null || callee === null || !collections.test(callee)) return false
  return init.type === 'CallExpression' || !nodesIn(init).some(({ type }) => type === 'ArrayExpression')
}

/** The object of which a statement sets a part, or the list to which it adds one; null for other nodes. */
function nameOfChanged(node: Node): string | null {
  const target = partOf(node, 'left') ?? partOf(node, 'argument') ?? partOf(node, 'callee')
  if (target?.type !== 'MemberExpression') return null
  const isAdded =
    node.type === 'CallExpression' && /^(push|unshift|splice)$/.test(nameOf(partOf(target, 'property')) ?? '')
  return isAdded || /^(Assignment|Update)Expression$/.test(node.type)
    ? nameOf(partOf(target, 'object'))
    : null
}
