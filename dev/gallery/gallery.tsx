// Gallery: every component of the design language in all its states.
import { LogOut, Moon, Pause, Settings, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { skyAt } from '#shared/scene/sky.ts'
import { setTheme, useTheme } from '#web/theme.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DawnScene } from '#web/ui/dawn-scene.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx'
import { PresenceDot } from '#web/ui/presence-dot.tsx'
import { LogoRosette, Rosette, type RosetteLevel } from '#web/ui/rosette.tsx'
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx'
import { FullScreenSpinner, Spinner } from '#web/ui/spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import picture from '../../assets/stock-pictures/01-lotus.256.jpg'
import { ChartsSection } from './charts-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { JourneySection } from './journey-section.tsx'
import { OverlaysSection } from './overlays-section.tsx'

/** The page at /__gallery. */
export function Gallery() {
  return (
    <>
      <GalleryBar />
      <main className="mx-auto grid w-full max-w-[72rem] gap-12 px-4 py-10 md:px-8">
        <TypeSection />
        <ButtonsSection />
        <SceneSection />
        <FieldsSection />
        <OverlaysSection />
        <NavigationSection />
        <PeopleSection />
        <RosettesSection />
        <StatesSection />
        <ChartsSection />
        <JourneySection />
      </main>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-5 border-t border-line pt-6">
      <h2 className="serif text-section">{title}</h2>
      {children}
    </section>
  )
}

function GalleryBar() {
  const { theme } = useTheme()
  const dark = theme === 'dark'
  return (
    <header className="flex min-h-17 items-center gap-3 border-b border-line px-4 md:px-7">
      <LogoRosette />
      <span className="serif mr-auto text-[1.22rem]">Stillwater</span>
      <span className="flex items-center gap-1 text-small text-ink-2 tabular-nums">
        <PresenceDot />
        128 online
      </span>
      <IconButton
        label={dark ? 'Light theme' : 'Dark theme'}
        onClick={() => setTheme(dark ? 'light' : 'dark')}
      >
        {dark ? <Sun aria-hidden className="size-5" /> : <Moon aria-hidden className="size-5" />}
      </IconButton>
    </header>
  )
}

function TypeSection() {
  return (
    <div className="grid gap-3">
      <p className="text-small font-medium text-ink-3">Saturday, November 21</p>
      <h1 className="serif text-page">Morning light on still water</h1>
      <p className="max-w-[68ch] text-lead text-ink-2">
        A slow, guided breath from the soles of the feet to the crown. Nothing to achieve today; settle,
        notice, and let the water go quiet.{' '}
        <a className="link" href="#type">
          A link in a sentence
        </a>
      </p>
      <p className="text-meta text-ink-3">Meta 12.8 px, 6:02 AM</p>
      <blockquote className="serif border-l-2 border-line pl-3.5 text-lead text-ink-2">
        “Came in wound up from the week. Left with room in my chest and words for it.”
      </blockquote>
    </div>
  )
}

function ButtonsSection() {
  return (
    <Section title="Buttons">
      {(['primary', 'ghost', 'subtle', 'danger'] as const).map((variant) => (
        <div key={variant} className="flex flex-wrap items-center gap-3">
          <Button variant={variant}>Save entry</Button>
          <Button variant={variant} busy>
            Save entry
          </Button>
          <Button variant={variant} disabled>
            Save entry
          </Button>
          <Button variant={variant} size="sm">
            Small
          </Button>
          <IconButton variant={variant} label="Pause">
            <Pause aria-hidden className="size-5" />
          </IconButton>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button>
          <Rosette level={4} size={20} tone="inherit" />
          Track energy
        </Button>
        <IconButton variant="primary" size="lg" label="Pause the journey">
          <Pause aria-hidden className="size-6 fill-current" />
        </IconButton>
        <Button variant="primary" size="lg">
          Begin
        </Button>
      </div>
    </Section>
  )
}

const sceneHours = [-13, -6.5, -2, -0.5, 0.5, 5]

/** Skies around a bell at 7 PM, with the buttons for images. */
function SceneSection() {
  return (
    <Section title="Still water, and buttons on it">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {sceneHours.map((hours) => (
          <div key={hours} className="relative aspect-video overflow-hidden rounded-media">
            <DawnScene
              sky={skyAt(hours * 3_600_000 + 60_000, 19 * 60)}
              className="absolute inset-0 size-full"
            />
            <div className="absolute inset-x-0 top-0 flex h-[62%] flex-wrap content-center justify-center gap-3 bg-[oklch(27%_0.075_283/0.6)]">
              <Button variant="lit">Take your seat</Button>
              <Button variant="clear">On my own</Button>
            </div>
            <div className="absolute inset-x-0 bottom-0 grid h-[38%] place-items-center">
              <Button variant="lit">Take your seat</Button>
            </div>
          </div>
        ))}
      </div>
    </Section>
  )
}

function NavigationSection() {
  const [tab, setTab] = useState('analytics')
  return (
    <Section title="Tabs, menu, tooltip">
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Energy">
          <Tab value="analytics">Analytics</Tab>
          <Tab value="journey">Journey</Tab>
          <Tab value="none" disabled>
            Not yet
          </Tab>
        </TabList>
        <TabPanel value="analytics">The days in numbers.</TabPanel>
        <TabPanel value="journey">How the energy moved.</TabPanel>
      </Tabs>
      <div className="flex flex-wrap gap-3">
        <Menu align="start" trigger={<Button>Open menu</Button>}>
          <MenuLabel>Mia Arnold</MenuLabel>
          <MenuItem>
            <Settings aria-hidden className="size-4.5" /> Settings
          </MenuItem>
          <MenuItem disabled>Not for you</MenuItem>
          <MenuSeparator />
          <MenuItem tone="danger">
            <LogOut aria-hidden className="size-4.5" /> Sign Out
          </MenuItem>
        </Menu>
        {['Mute', 'Picture in picture', 'Full screen'].map((text) => (
          <Tooltip key={text} text={text}>
            <IconButton label={text}>
              <Pause aria-hidden className="size-5" />
            </IconButton>
          </Tooltip>
        ))}
      </div>
    </Section>
  )
}

const people = [
  'Ana Ribeiro',
  'Tobias Berg',
  'Mei',
  'Ravi Kapoor',
  'Lena Oduya',
  '王 小明',
  'Zoë',
  'Per-Olof von Sydow',
]

function PeopleSection() {
  return (
    <Section title="People">
      <div className="flex flex-wrap gap-2">
        {people.map((name, index) => (
          <Avatar key={name} id={index + 1} name={name} label={name} />
        ))}
        <Avatar id={91} name="With Picture" src={picture} size={64} label="With Picture" />
        <Avatar id={92} name="Broken Picture" src="/nothing-here.png" size={64} label="Broken Picture" />
        <Avatar id={93} name="Small One" size={28} label="Small One" />
      </div>
      <div className="flex flex-wrap gap-5 text-small text-ink-2">
        <span className="flex items-center gap-1">
          <PresenceDot /> Connected
        </span>
        <span className="flex items-center gap-1">
          <PresenceDot tone="connecting" /> Reconnecting
        </span>
        <span className="flex items-center gap-1">
          <PresenceDot tone="offline" /> Offline
        </span>
      </div>
    </Section>
  )
}

const levels: RosetteLevel[] = [0, 1, 2, 3, 4, 5, 6, 7]

function RosettesSection() {
  return (
    <Section title="Rosettes">
      {([20, 28, 56] as const).map((size) => (
        <div key={size} className="flex flex-wrap items-center gap-5">
          {levels.map((level) => (
            <Rosette key={level} level={level} size={size} />
          ))}
          <LogoRosette size={size} />
        </div>
      ))}
    </Section>
  )
}

function StatesSection() {
  return (
    <Section title="Waiting, empty, failed">
      <div className="grid items-start gap-6 md:grid-cols-2">
        <div className="grid gap-4">
          <Spinner />
          <Skeleton className="aspect-video rounded-media" />
          <SkeletonText />
        </div>
        <div className="grid gap-4">
          <EmptyState as="h3" title="No sessions yet" action={<Button>Go to the room</Button>}>
            Your first sitting will appear here.
          </EmptyState>
          <ErrorPanel title="Unable to Load Referrals" onRetry={() => undefined}>
            The list didn’t load. Nothing of yours is lost.
          </ErrorPanel>
        </div>
      </div>
      <div className="overflow-hidden rounded-panel border border-line">
        <FullScreenSpinner />
      </div>
    </Section>
  )
}
