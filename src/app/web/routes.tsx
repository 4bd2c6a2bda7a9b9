// The route table (section 2): each screen is loaded when first needed, behind its route guard.
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
import { blockCrossDocumentNavigation } from './document-isolation.ts'
import { ScreenFailed } from './load-failed.tsx'
import { RootLayout } from './root-layout.tsx'
import type { RouteRequirement } from './route-access.ts'
import { RouteGuard } from './route-guard.tsx'
import { NotFoundScreen } from './screens/not-found.tsx'
import { parseSearch, readSearch, stringifySearch } from './search-params.ts'

/** Offline, a screen waits for the connection: the router would reload into an error page. */
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

/** The target of the first start's setup link. */
const firstAdmin = createRoute({
  getParentRoute: () => root,
  path: '/first-admin',
  component: lazyRouteComponent(
    whenOnline(() => import('./screens/first-admin.tsx')),
    'FirstAdminScreen',
  ),
})

function textScreen(name: 'PrivacyScreen' | 'TermsScreen' | 'CareScreen' | 'LegalNoticeScreen') {
  return lazyRouteComponent(
    whenOnline(() => import('./screens/legal-texts.tsx')),
    name,
  )
}

function createGuardedRoute<Name extends RouteRequirement>(requirement: Name) {
  return createRoute({
    getParentRoute: () => root,
    id: requirement,
    component: () => (
      <RouteGuard requirement={requirement}>
        <Outlet />
      </RouteGuard>
    ),
  })
}

/** Public routes, for signed-in and signed-out visitors. */
const publicRoutes = [
  createRoute({ getParentRoute: () => root, path: '/privacy', component: textScreen('PrivacyScreen') }),
  createRoute({ getParentRoute: () => root, path: '/terms', component: textScreen('TermsScreen') }),
  createRoute({ getParentRoute: () => root, path: '/care', component: textScreen('CareScreen') }),
  createRoute({
    getParentRoute: () => root,
    path: '/legal-notice',
    component: textScreen('LegalNoticeScreen'),
  }),
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
const hostRoutes = createGuardedRoute('host')

const meditationScreen = lazyRouteComponent(
  whenOnline(() => import('./screens/meditation/screen.tsx')),
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
    createRoute({
      getParentRoute: () => memberRoutes,
      path: '/week',
      component: lazyRouteComponent(
        whenOnline(() => import('./screens/week.tsx')),
        'WeekScreen',
      ),
    }),
    createRoute({
      getParentRoute: () => memberRoutes,
      path: '/news',
      component: lazyRouteComponent(
        whenOnline(() => import('./screens/news.tsx')),
        'NewsScreen',
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
  hostRoutes.addChildren([
    createRoute({
      getParentRoute: () => hostRoutes,
      path: '/hosting',
      component: lazyRouteComponent(
        whenOnline(() => import('./screens/hosting.tsx')),
        'HostingScreen',
      ),
    }),
    createRoute({
      getParentRoute: () => hostRoutes,
      path: '/teach/$sittingId',
      component: lazyRouteComponent(
        whenOnline(() => import('./screens/teach.tsx')),
        'TeachScreen',
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
    createRoute({
      getParentRoute: () => gardenAngelRoutes,
      path: '/moderation',
      component: lazyRouteComponent(
        whenOnline(() => import('./screens/moderation.tsx')),
        'ModerationScreen',
      ),
    }),
  ]),
]

const routeTree = root.addChildren([auth, firstAdmin, ...publicRoutes, ...guardedRoutes])

/** The router over the browser's history, or over another one in tests. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: FullScreenSpinner,
    defaultErrorComponent: ScreenFailed,
    scrollRestoration: true,
    ...(history ? { history } : {}),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
