// The menu in the chat's head by which moderators set the room's slow mode (MOD-13).
import { Gauge } from 'lucide-react'
import { slowSecondsChoices, type SlowSeconds } from '#features/chat/slow-mode.ts'
import { t } from '#shared/i18n/t.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuChoices, MenuLabel } from '#web/ui/menu.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { casesCalls } from '../cases-contract.ts'

/** `seconds`: what the room has now. A change comes back from the room. */
export function SlowModeMenu({ seconds }: { seconds: number }) {
  const save = useCallMutation(casesCalls.setSlowMode, {
    onError: (error) =>
      toast({
        title: t('Slow mode wasn’t changed'),
        description: errorMessageOf(error, t('That didn’t work. Please try again.')),
        variant: 'destructive',
      }),
  })
  const set = (chosen: SlowSeconds) => {
    if (chosen !== seconds && !save.isPending) save.mutate({ body: { slowSeconds: chosen } })
  }
  return (
    <Menu
      trigger={
        <Button variant="subtle" size="sm" busy={save.isPending}>
          <Gauge aria-hidden className="size-4.5" strokeWidth={1.8} />
          {/* Beside the chat's one line a phone has no place for it. */}
          <span className="max-sm:sr-only">{t('Slow mode')}</span>
          {seconds > 0 && <span className="text-ink-3 tabular-nums">{lengthOf(seconds)}</span>}
        </Button>
      }
    >
      <MenuLabel>{t('Between two messages of a member')}</MenuLabel>
      <MenuChoices
        options={slowSecondsChoices.map((each) => ({ value: String(each), label: labelOf(each) }))}
        value={String(seconds)}
        onChange={(value) => {
          const chosen = slowSecondsChoices.find((each) => String(each) === value)
          if (chosen !== undefined) set(chosen)
        }}
      />
    </Menu>
  )
}

function labelOf(seconds: number): string {
  if (seconds === 0) return t('No wait')
  return seconds < 60
    ? t('{seconds} seconds', { seconds })
    : t('{minutes, plural, one {# minute} other {# minutes}}', { minutes: seconds / 60 })
}

function lengthOf(seconds: number): string {
  return seconds < 60 ? t('{seconds} s', { seconds }) : t('{minutes} min', { minutes: seconds / 60 })
}
