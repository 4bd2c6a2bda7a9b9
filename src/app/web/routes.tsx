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
import { importWhenOnline } from '#web/use-lazy-import.ts'
import type { RouteRequirement } from './route-access.ts'
import { blockCrossDocumentNavigation } from './auth-document-isolation.ts'
import { RootLayout } from './root-layout.tsx'
import { RouteGuard } from './route-guard.tsx'
import { LoadFailed } from './load-failed.tsx'
import { parseSearch, readSearch, stringifySearch } from './search-params.ts'
import { NotFoundScreen } from './screens/not-found.tsx'

/** A screen that is wanted offline comes when the connection is back: the router would reload into nothing. */
function whenOnline<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return () => importWhenOnline(load)
}

const root = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFoundScreen,
  beforeLoad: blockCrossDocumentNavigation,
  validateSearch: readSearch,
})

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  component: lazyRouteComponent(
    whenOnline(() => import('./screens/auth.tsx')),
    'AuthScreen',
  ),
})

/** Where the link of the first start leads. */
const firstAdmin = createRoute({
  getParentRoute: () => root,
  path: '/first-admin',
  component: lazyRouteComponent(
    whenOnline(() => import('./screens/first-admin.tsx')),
    'FirstAdminScreen',
  ),
})

function textScreen(name: 'PrivacyScreen' | 'TermsScreen') {
  return lazyRouteComponent(
    whenOnline(() => import('./screens/legal-texts.tsx')),
    name,
  )
}

function createGuardedRoute<Name extends RouteRequirement>(door: Name) {
  return createRoute({
    getParentRoute: () => root,
    id: door,
    component: () => (
      <RouteGuard door={door}>
        <Outlet />
      </RouteGuard>
    ),
  })
}

/** Open to everybody, signed in or not. */
const publicRoutes = [
  createRoute({ getParentRoute: () => root, path: '/privacy', component: textScreen('PrivacyScreen') }),
  createRoute({ getParentRoute: () => root, path: '/terms', component: textScreen('TermsScreen') }),
  createRoute({
    getParentRoute: () => root,
    path: '/goodbye',
    component: lazyRouteComponent(
      whenOnline(() => import('./screens/goodbye.tsx')),
      'GoodbyeScreen',
    ),
  }),
]

const roomRoutes = createGuardedRoute('room')
const settingsRoutes = createGuardedRoute('settings')
const memberRoutes = createGuardedRoute('member')
const adminRoutes = createGuardedRoute('admin')
const gardenAngelRoutes = createGuardedRoute('gardenAngel')

const meditationScreen = lazyRouteComponent(
  whenOnline(() => import('./screens/meditation.tsx')),
  'MeditationScreen',
)

const guardedRoutes = [
  roomRoutes.addChildren([
    createRoute({ getParentRoute: () => roomRoutes, path: '/', component: meditationScreen }),
    createRoute({ getParentRoute: () => roomRoutes, path: '/meditation', component: meditationScreen }),
  ]),
  settingsRoutes.addChildren([
    createRoute({
      getParentRoute: () => settingsRoutes,
      path: '/settings',
      component: lazyRouteComponent(
        whenOnline(() => import('./screens/settings.tsx')),
        'SettingsScreen',
      ),
    }),
  ]),
  memberRoutes.addChildren([
    createRoute({
      getParentRoute: () => memberRoutes,
      path: '/mood-analytics',
      component: lazyRouteComponent(
        whenOnline(() => import('./screens/mood-analytics.tsx')),
        'MoodAnalyticsScreen',
      ),
    }),
    createRoute({
      getParentRoute: () => memberRoutes,
      path: '/referrals',
      component: lazyRouteComponent(
        whenOnline(() => import('./screens/referrals.tsx')),
        'ReferralsScreen',
      ),
    }),
  ]),
  adminRoutes.addChildren([
    createRoute({
      getParentRoute: () => adminRoutes,
      path: '/admin',
      component: lazyRouteComponent(
        whenOnline(() => import('./screens/admin.tsx')),
        'AdminScreen',
      ),
    }),
  ]),
  gardenAngelRoutes.addChildren([
    createRoute({
      getParentRoute: () => gardenAngelRoutes,
      path: '/garden-angel',
      component: lazyRouteComponent(
        whenOnline(() => import('./screens/garden-angel.tsx')),
        'GardenAngelScreen',
      ),
    }),
  ]),
]

/** The design language, for looking at while developing; the built product has no such address. */
const galleryRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/__gallery',
        component: lazyRouteComponent(() => import('./gallery.tsx'), 'Gallery'),
      }),
    ]
  : []

const routeTree = root.addChildren([auth, firstAdmin, ...publicRoutes, ...guardedRoutes, ...galleryRoutes])

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
