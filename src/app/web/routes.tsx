// The table of screens (section 2): each is loaded when it is first wanted, and stands behind its door.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
} from '@tanstack/react-router'
import { FullScreenSpinner } from '#web/ui/spinner.tsx'
import { loadOnline } from '#web/use-loaded.ts'
import type { Door } from './admission.ts'
import { stayInDocument } from './documents.ts'
import { Frame } from './frame.tsx'
import { Guard } from './guards.tsx'
import { LoadFailed } from './load-failed.tsx'
import { parseSearch, readSearch, stringifySearch } from './search.ts'
import { NotFoundScreen } from './screens/not-found.tsx'

/** A screen that is wanted offline comes when the connection is back: the router would reload into nothing. */
function online<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return () => loadOnline(load)
}

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFoundScreen,
  beforeLoad: stayInDocument,
  validateSearch: readSearch,
})

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  component: lazyRouteComponent(
    online(() => import('./screens/auth.tsx')),
    'AuthScreen',
  ),
})

/** Where the link of the first start leads. */
const firstAdmin = createRoute({
  getParentRoute: () => root,
  path: '/first-admin',
  component: lazyRouteComponent(
    online(() => import('./screens/first-admin.tsx')),
    'FirstAdminScreen',
  ),
})

function textScreen(name: 'PrivacyScreen' | 'TermsScreen') {
  return lazyRouteComponent(
    online(() => import('./screens/texts.tsx')),
    name,
  )
}

function behind<Name extends Door>(door: Name) {
  return createRoute({
    getParentRoute: () => root,
    id: door,
    component: () => (
      <Guard door={door}>
        <Outlet />
      </Guard>
    ),
  })
}

/** Open to everybody, signed in or not. */
const open = [
  createRoute({ getParentRoute: () => root, path: '/privacy', component: textScreen('PrivacyScreen') }),
  createRoute({ getParentRoute: () => root, path: '/terms', component: textScreen('TermsScreen') }),
  createRoute({
    getParentRoute: () => root,
    path: '/goodbye',
    component: lazyRouteComponent(
      online(() => import('./screens/goodbye.tsx')),
      'GoodbyeScreen',
    ),
  }),
]

const roomDoor = behind('room')
const ownDoor = behind('settings')
const memberDoor = behind('member')
const adminDoor = behind('admin')
const gardenAngelDoor = behind('gardenAngel')

const meditationScreen = lazyRouteComponent(
  online(() => import('./screens/meditation.tsx')),
  'MeditationScreen',
)

const doors = [
  roomDoor.addChildren([
    createRoute({ getParentRoute: () => roomDoor, path: '/', component: meditationScreen }),
    createRoute({ getParentRoute: () => roomDoor, path: '/meditation', component: meditationScreen }),
  ]),
  ownDoor.addChildren([
    createRoute({
      getParentRoute: () => ownDoor,
      path: '/settings',
      component: lazyRouteComponent(
        online(() => import('./screens/settings.tsx')),
        'SettingsScreen',
      ),
    }),
  ]),
  memberDoor.addChildren([
    createRoute({
      getParentRoute: () => memberDoor,
      path: '/mood-analytics',
      component: lazyRouteComponent(
        online(() => import('./screens/mood-analytics.tsx')),
        'MoodAnalyticsScreen',
      ),
    }),
    createRoute({
      getParentRoute: () => memberDoor,
      path: '/referrals',
      component: lazyRouteComponent(
        online(() => import('./screens/referrals.tsx')),
        'ReferralsScreen',
      ),
    }),
  ]),
  adminDoor.addChildren([
    createRoute({
      getParentRoute: () => adminDoor,
      path: '/admin',
      component: lazyRouteComponent(
        online(() => import('./screens/admin.tsx')),
        'AdminScreen',
      ),
    }),
  ]),
  gardenAngelDoor.addChildren([
    createRoute({
      getParentRoute: () => gardenAngelDoor,
      path: '/garden-angel',
      component: lazyRouteComponent(
        online(() => import('./screens/garden-angel.tsx')),
        'GardenAngelScreen',
      ),
    }),
  ]),
]

/** The design language, for looking at while developing; the built product has no such address. */
const gallery = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/__gallery',
        component: lazyRouteComponent(() => import('./gallery.tsx'), 'Gallery'),
      }),
    ]
  : []

const routeTree = root.addChildren([auth, firstAdmin, ...open, ...doors, ...gallery])

/** The router over the browser's address, or over another history in tests. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: FullScreenSpinner,
    defaultErrorComponent: LoadFailed,
    scrollRestoration: true,
    ...(history ? { history } : {}),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
