// /admin: the administrators' tabs. The address names the open one, and each is loaded when first opened.
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import './admin.css'
import { clsx } from 'clsx'
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'
import { useSession, useUser } from '#features/auth/web/hooks/use-user.ts'
import type { MemberFilter } from '#features/members/contract.ts'
import { readMemberFilter } from '#features/members/member-filter.ts'
import { t } from '#shared/i18n/t.ts'
import { idInPathSchema } from '#shared/id.ts'
import { logFailure } from '#web/log.ts'
import { usePageTitle } from '#web/page-title.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showSelectedTabs, Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { useCommunityDays } from '#web/use-community-days.ts'
import { importWhenOnline } from '#web/use-lazy-import.ts'
import { LoadFailed } from '../load-failed.tsx'
import { useSearchParam, withoutMemberFilter, type SearchParams } from '../search-params.ts'

interface AdminTabProps {
  selectedUser: number | null
  ownId: number | null
  onOwnChange: () => void
  /** What the address names after the tab, such as `care` in `#community/care`; null for nothing. */
  part: string | null
  onPart: (part: string) => void
  /** Of the members tab. */
  filter: MemberFilter
  onFilter: (filter: MemberFilter) => void
}
type TabComponent = ComponentType<AdminTabProps>

const title = t('Admin Dashboard')

const tabs = [
  { name: 'dashboard', label: t('Dashboard') },
  { name: 'templates', label: t('Templates') },
  { name: 'schedules', label: t('Schedules') },
  { name: 'users', label: t('Users') },
  { name: 'analytics', label: t('Analytics') },
  { name: 'what-helps', label: t('What Helps') },
  { name: 'profile-pictures', label: t('Profile Pictures') },
  { name: 'news', label: t('News') },
  { name: 'community', label: t('Community') },
  { name: 'activity', label: t('Activity') },
] as const
type TabName = (typeof tabs)[number]['name']

/** What is sat, who sits and how they are, how the community looks, what happened: a line begins each. */
const groupStarts: readonly TabName[] = ['templates', 'users', 'profile-pictures', 'activity']

const tabLoaders: Record<TabName, () => Promise<TabComponent>> = {
  dashboard: async () => (await import('./admin-dashboard.tsx')).DashboardTab,
  templates: async () => (await import('./admin-templates.tsx')).AdminTemplates,
  schedules: async () => (await import('./admin-schedules.tsx')).AdminSchedules,
  users: async () => (await import('./admin-users.tsx')).AdminUsers,
  analytics: async () => (await import('#features/members/web/components/totals-tab.tsx')).TotalsTab,
  'what-helps': async () => (await import('#features/reflections/web/what-helps-tab.tsx')).WhatHelpsTab,
  'profile-pictures': async () =>
    (await import('#features/profile/web/components/pictures-tab.tsx')).PicturesTab,
  news: async () => (await import('#features/news/web/news-tab.tsx')).NewsTab,
  community: async () => (await import('./admin-community.tsx')).AdminCommunity,
  activity: async () => (await import('./admin-activity.tsx')).AdminActivity,
}

/** Requires the administrator role. */
export function AdminScreen() {
  const { tab, part, selectTab, selectPart } = useTabFromHash()
  const selectedUser = useSelectedUser()
  const [filter, setFilter] = useFilterInAddress()
  const session = useSession()
  const { user } = useUser()
  const [tabComponents, prepare] = useTabComponents()
  const screen = useRowsKeptInView()
  usePageTitle(title)
  // Tabs show times by the zone of today.
  useCommunityDays()
  useEffect(() => prepare(tab), [tab, prepare])
  return (
    <div ref={screen} className="admin-page mx-auto w-full px-4 py-6 md:px-8 md:py-10">
      <h1 className="serif text-page">{title}</h1>
      <Tabs value={tab} onValueChange={selectTab} className="mt-3 md:mt-4">
        <TabList label={title}>
          {tabs.map(({ name, label }) => (
            <Tab
              key={name}
              value={name}
              className={clsx(groupStarts.includes(name) && 'admin-tab-group')}
              onPointerEnter={() => prepare(name)}
              onFocus={() => prepare(name)}
            >
              {label}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={tab}>
          <LazyTab
            component={tabComponents[tab]}
            selectedUser={selectedUser}
            ownId={user?.id ?? null}
            onOwnChange={() => void session.refresh()}
            part={part}
            onPart={selectPart}
            filter={filter}
            onFilter={setFilter}
          />
        </TabPanel>
      </Tabs>
    </div>
  )
}

/** The router scrolls the rows of tabs as they were before: to where the selected tab may be out of view. */
function useRowsKeptInView() {
  const router = useRouter()
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => router.subscribe('onRendered', () => showSelectedTabs(screen.current)), [router])
  return screen
}

function LazyTab({
  component: Loaded,
  ...props
}: AdminTabProps & { component: TabComponent | 'failed' | undefined }) {
  if (Loaded === 'failed') return <LoadFailed />
  if (Loaded) return <Loaded {...props} />
  return (
    <>
      <p role="status" className="sr-only">
        {t('Loading')}
      </p>
      <div className="grid gap-5">
        <Skeleton className="h-11.5" />
        <Skeleton className="min-h-84" />
      </div>
    </>
  )
}

/** The loaded tabs, and the function that loads one. */
function useTabComponents() {
  const [tabComponents, setTabComponents] = useState<Partial<Record<TabName, TabComponent | 'failed'>>>({})
  const prepare = useCallback((name: TabName) => {
    const storeComponent = (component: TabComponent | 'failed') =>
      setTabComponents((previous) =>
        previous[name] === component ? previous : { ...previous, [name]: component },
      )
    importWhenOnline(tabLoaders[name]).then(storeComponent, (error: unknown) => {
      logFailure('A tab failed to load.', error)
      storeComponent('failed')
    })
  }, [])
  return [tabComponents, prepare] as const
}

/** The open tab, and its part, are in the address: a reload keeps them, and Back returns to the previous ones. */
function useTabFromHash() {
  const navigate = useNavigate()
  const hash = useLocation({ select: (location) => location.hash })
  const [shown, setShown] = useState(() => ({ hash, ...tabOf(hash) }))
  if (shown.hash !== hash) setShown({ hash, ...tabOf(hash) })
  const select = (selected: string, search: (before: SearchParams) => SearchParams) => {
    // Calendar view; the address is updated afterwards.
    setShown({ hash, ...tabOf(selected) })
    void navigate({
      to: '.',
      search,
      hash: selected,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  }
  const { tab, part } = shown
  return {
    tab,
    part,
    // The parameters belong to the tab being left.
    selectTab: (name: string) =>
      select(name, ({ selectedUser: _selectedUser, ...rest }) => withoutMemberFilter(rest)),
    selectPart: (name: string) => select(`${tab}/${name}`, (before) => before),
  }
}

function tabOf(hash: string): { tab: TabName; part: string | null } {
  const [tabName, part = null] = hash.split('/')
  return { tab: tabs.find(({ name }) => name === tabName)?.name ?? 'templates', part }
}

/** The filter of the list is in the address: a reload keeps it, and Back returns to the previous one. */
function useFilterInAddress(): [MemberFilter, (filter: MemberFilter) => void] {
  const navigate = useNavigate()
  const role = useSearchParam('role')
  const email = useSearchParam('email')
  const mayHost = useSearchParam('mayHost')
  const unseenDays = useSearchParam('unseenDays')
  const inviteBatch = useSearchParam('inviteBatch')
  const setFilter = (next: MemberFilter) => {
    const search = (before: SearchParams) => ({ ...withoutMemberFilter(before), ...next })
    void navigate({ to: '.', search, hash: true, resetScroll: false, hashScrollIntoView: false })
  }
  return [readMemberFilter({ role, email, mayHost, unseenDays, inviteBatch }), setFilter]
}

/** The member whose row to show; null if the address names none. */
function useSelectedUser(): number | null {
  const { data } = idInPathSchema.safeParse(useSearchParam('selectedUser'))
  return data ?? null
}
