// The unsaved changes of the settings' form; they survive a reload, an undo, and another administrator's change.
import { useFormDraft } from '#web/use-form-draft.ts'
import type { CommunitySettings } from '../../contract.ts'
import {
  afterOwnChange,
  conflictsOf,
  decide,
  noDraft,
  settingsDraftSchema,
  shownSettings,
  withTyped,
  type SettingsDraft,
} from '../../settings-draft.ts'

export function useSettingsDraft() {
  const [stored, store] = useFormDraft('community-settings', settingsDraftSchema)
  const draft = stored ?? noDraft
  const save = (next: SettingsDraft) => store(Object.keys(next.typed).length === 0 ? null : next)
  return {
    draft,
    isChanged: stored !== null,
    discard: () => store(null),
    /** The values of the form over these settings, and its changes. */
    over: (read: CommunitySettings) => ({
      values: shownSettings(read, draft),
      conflicts: conflictsOf(read, draft),
      change: (values: Partial<CommunitySettings>) => save(withTyped(draft, read, values)),
      decide: (decision: Parameters<typeof decide>[2]) => save(decide(draft, read, decision)),
    }),
    ownChange: (changed: SettingsDraft['typed'], read: CommunitySettings) =>
      save(afterOwnChange(draft, changed, read)),
  }
}
