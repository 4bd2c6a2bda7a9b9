// The halls of a sitting in its menu.
import type { Sitting } from '#features/sittings/sitting.ts'
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { serverNow } from '#web/server-clock.ts'
import { MenuItem } from '#web/ui/menu.tsx'
import { hallTime } from '../rules.ts'
import type { HallDialogProps } from './hall-dialog.tsx'

const LazyHallDialog = lazyPart(async () => (await import('./hall-dialog.tsx')).HallDialog)

/** While links can be made. */
export function HallItems({ sitting, onSelect }: { sitting: Sitting; onSelect: (action: string) => void }) {
  if (hallTime(sitting, serverNow()) !== 'open') return null
  return <MenuItem onSelect={() => onSelect('halls')}>{t('A hall…')}</MenuItem>
}

/** Its only action. */
export function HallActionDialog(props: HallDialogProps & { action: string }) {
  return <LazyHallDialog {...props} />
}
