// Community tab: what administrators set for everyone, in parts (COM-01, COM-18, PULSE-06, CARE-04).
import type { ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { fieldsChangedBetween } from '../../settings-draft.ts'
import { communityParts, type CommunityPart } from '../../settings-parts.ts'
import { useSettingsDraft } from '../hooks/use-settings-draft.ts'
import { useSettings } from '../hooks/use-settings.ts'
import { LogoSetting } from './logo-setting.tsx'
import { SettingsForm } from './settings-form.tsx'
import { UndoBanner } from './undo-banner.tsx'
import { ZoneSetting } from './zone-setting.tsx'

const labels: Record<CommunityPart, string> = {
  name: t('Name'),
  joining: t('Joining'),
  rhythm: t('Rhythm'),
  texts: t('Texts'),
  care: t('Care'),
}

interface CommunityTabProps {
  part: CommunityPart
  onPart: (part: string) => void
  /** The part of the legal texts. */
  legalTexts: ReactNode
}

/** Reloads on every opening, and on focus. Each part keeps what is typed until it is saved or discarded. */
export function CommunityTab({ part, onPart, legalTexts }: CommunityTabProps) {
  const read = useSettings()
  const draft = useSettingsDraft()
  const { settings } = read
  const changedParts = settings ? draft.changedParts(settings) : []
  return (
    <Tabs value={part} onValueChange={onPart}>
      <TabList label={t('Community')}>
        {communityParts.map((name) => (
          <Tab key={name} value={name}>
            {labels[name]}
            {changedParts.includes(name) && (
              <>
                {/* Beside the word: no tab moves. */}
                <span
                  aria-hidden
                  className="absolute -end-3 top-1/2 size-1.5 -translate-y-1/2 rounded-full bg-primary"
                />
                <span className="sr-only">{`, ${t('not saved')}`}</span>
              </>
            )}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={part}>
        {part === 'texts' ? legalTexts : <SettingsPart key={part} {...{ part, read, draft }} />}
      </TabPanel>
    </Tabs>
  )
}

interface SettingsPartProps {
  part: CommunityPart
  read: ReturnType<typeof useSettings>
  draft: ReturnType<typeof useSettingsDraft>
}

function SettingsPart({ part, read, draft }: SettingsPartProps) {
  const { settings, isFailed, isFetching, refetch, receive, receiveRefusal } = read
  if (settings)
    return (
      <div className="grid gap-10">
        <UndoBanner
          settings={settings}
          onUndone={(undone) => {
            draft.ownChange(fieldsChangedBetween(settings, undone), undone)
            receive(undone)
          }}
          onRefused={receiveRefusal}
        />
        {/* What saves by itself is above the form, whose button ends the page. */}
        {part === 'rhythm' && <ZoneSetting settings={settings} onRefused={receiveRefusal} />}
        {part === 'name' && <LogoSetting settings={settings} onSaved={receive} onRefused={receiveRefusal} />}
        <SettingsForm {...{ part, settings, draft }} onSaved={receive} onRefused={receiveRefusal} />
      </div>
    )
  if (isFailed)
    return (
      <ErrorPanel title={adminMessages.communityFailed} busy={isFetching} onRetry={() => void refetch()}>
        {t('The saved settings still apply.')}
      </ErrorPanel>
    )
  return (
    <>
      <p role="status" className="sr-only">
        {t('Loading the settings')}
      </p>
      <Skeleton className="min-h-84" />
    </>
  )
}
