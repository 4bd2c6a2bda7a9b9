// Which modules of the pages share a chunk. Each small chunk costs a request and some hundred bytes of a first load, and
// a large one what its screen doesn't need: so modules are together that the same screens import.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath, type Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type Graph = Parameters<Exclude<Group['name'], string>>[1]
type Includes = (id: string, graph: Graph) => boolean

const source = join(import.meta.dirname, '../src')
const screens = join(source, 'app/web/screens')

const icons = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/
const iconsOfVisitors = /icons[\\/](mail|eye|eye-off|circle-alert|circle-check|calendar-days)[.]/
/** Of what the screens of a member show first. */
const iconsOfMembers =
  /icons[\\/](arrow-(down|right|up)|chevron-(down|left|right)|circle-dashed|copy|download|play|search|upload|volume-2|x)[.]/
/** Loads with the menus that it opens. */
const menuDots = /icons[\\/]ellipsis[.]/
/** They list modules of which a file needs one or two. */
const listings = /node_modules[\\/](@tanstack[\\/]react-query|lucide-react)[\\/]/

/** The modules that come with these files of `src`: what they import, and what that imports. */
function comesWith(...paths: readonly string[]): Includes {
  const files = paths.map((path) => normalizePath(join(source, path)))
  let modules: Set<string> | undefined
  return (id, graph) => {
    if (modules === undefined) {
      modules = new Set(files)
      for (const module of modules)
        for (const imported of graph.getModuleInfo(module)?.importedIds ?? [])
          if (!listings.test(imported)) modules.add(imported)
      for (const file of files) modules.delete(file)
    }
    return modules.has(id)
  }
}

// A teacher's desk is a document of its own, and may load what the room shares with it.
const screenFiles = readdirSync(screens).filter((name) => /^[^.]+[.]tsx$/.test(name) && name !== 'teach.tsx')
const ofScreens = (...names: readonly string[]) =>
  comesWith(...names.map((name) => `app/web/screens/${name}`))
const ofEntry = comesWith('app/web/main.tsx')
const ofVisitors = comesWith(
  'app/web/screens/auth.tsx',
  'features/meditation/web/components/today-preview.tsx',
)
const ofFrame = comesWith('app/web/app-layout.tsx')
const ofRoom = comesWith('app/web/screens/meditation/screen.tsx')
const ofMembers = ofScreens('mood-analytics.tsx', 'referrals.tsx', 'settings.tsx')
/** The screens of members that share the most with the room. */
const besideRoom = [['settings-sections.tsx', 'settings-notifications.tsx'], ['week.tsx'], ['news.tsx']]
const ofOthers = [
  ofVisitors,
  ...besideRoom.map((names) => ofScreens(...names)),
  ofScreens(...screenFiles.filter((name) => name !== 'auth.tsx' && !besideRoom.flat().includes(name))),
]

/** The sign-in and the room need the sky, and the settings show it: no other screen does. */
const sky = /(web[\\/]ui[\\/](dawn-scene|use-sky)|shared[\\/]scene[\\/](scene|sky))[.]tsx?$/

/** A time by the viewer's clock, and texts in a language of their own. */
const times =
  /src[\\/]web[\\/](local-zone|use-server-now|i18n[\\/]content-language|ui[\\/]community-text)[.]tsx?$/

/** Small, and needed by the room and by parts of other screens: the watch, banners, settings. */
const smallParts = /web[\\/](live[\\/]member-messages|device-choice|lights[\\/]keep-lights)[.]ts$/

const ofEachMember: Includes = (id, graph) =>
  !sky.test(id) && (ofFrame(id, graph) || (ofRoom(id, graph) && ofMembers(id, graph)))

/** All other modules are where they are needed. */
export const pageChunks: Group[] = [
  {
    name: 'sky',
    test: sky,
    includeDependenciesRecursively: false,
  },
  {
    // A form: its fields, and what sends it.
    name: 'forms',
    test: /node_modules[\\/]react-hook-form[\\/]|src[\\/]web[\\/]forms[\\/](fields|use-sent-form|use-typed-values)[.]tsx?$/,
    includeDependenciesRecursively: false,
  },
  {
    // Tabs, whose packages dialogs and menus share.
    name: 'tabs',
    test: /@radix-ui[\\/]react-(collection|compose-refs|context|direction|id|presence|primitive|roving-focus|slot|tabs|use-[a-z-]+)[\\/]|src[\\/]web[\\/]ui[\\/]tabs[.]tsx$/,
    includeDependenciesRecursively: false,
  },
  {
    // What every page needs, a visitor's, too.
    name: (id, graph) =>
      ofEntry(id, graph) ||
      iconsOfVisitors.test(id) ||
      times.test(id) ||
      (ofVisitors(id, graph) && !sky.test(id) && (ofEachMember(id, graph) || ofMembers(id, graph)))
        ? 'base'
        : null,
    minShareCount: 2,
  },
  {
    // What the screens of a member share.
    name: (id, graph) =>
      iconsOfMembers.test(id) ||
      smallParts.test(id) ||
      /[\\/]@tanstack[\\/](query-core|react-query)[\\/]/.test(id) ||
      ofEachMember(id, graph)
        ? 'signed-in'
        : null,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    // The other icons.
    name: 'icons',
    test: (id) => icons.test(id) && !menuDots.test(id),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    // What the room alone needs is one; so is what the same others need with it.
    name: (id, graph) =>
      ofRoom(id, graph) && !ofEntry(id, graph)
        ? `room-${ofOthers.map((includes) => Number(includes(id, graph))).join('')}`
        : null,
    includeDependenciesRecursively: false,
  },
  {
    // Small rules of schedules: their zones, and where a live sitting meets.
    name: 'schedules',
    test: /src[\\/](shared[\\/]time-zone|features[\\/]sittings[\\/](live-place|meeting))[.]ts$/,
    includeDependenciesRecursively: false,
  },
  {
    // In which zone the times of a list are.
    name: 'clocks',
    test: /src[\\/](shared|web[\\/]ui)[\\/]list-clocks[.]tsx?$/,
    includeDependenciesRecursively: false,
  },
  {
    // Small parts of the forms of schedules and of the community.
    name: 'settings-forms',
    test: /src[\\/](shared[\\/]typed-number|web[\\/](forms[\\/]validated-form|ui[\\/](number-field|save-failure)))[.]tsx?$/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
]
