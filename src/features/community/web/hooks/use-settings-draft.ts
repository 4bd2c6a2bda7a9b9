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
import { communityParts, discardPart, typedIn, type CommunityPart } from '../../settings-parts.ts'

export function useSettingsDraft() {
  const [stored, store] = useFormDraft('community-settings', settingsDraftSchema)
  const draft = stored ?? noDraft
  const save = (next: SettingsDraft) => store(Object.keys(next.typed).length === 0 ? null : next)
  return {
    /** The parts of the screen with unsaved changes. */
    changedParts: (read: CommunitySettings) =>
      communityParts.filter((part) => Object.keys(typedIn(part, read, draft)).length > 0),
    /** The values of a part over these settings, and its changes. */
    over: (read: CommunitySettings, part: CommunityPart) => {
      const typed = typedIn(part, read, draft)
      return {
        values: shownSettings(read, draft),
        typed,
        conflicts: conflictsOf(read, draft).filter((field) => field in typed),
        change: (values: Partial<CommunitySettings>) => save(withTyped(draft, read, values)),
        decide: (decision: Parameters<typeof decide>[2]) => save(decide(draft, read, decision)),
        discard: () => save(discardPart(part, read, draft)),
      }
    },
    ownChange: (changed: SettingsDraft['typed'], read: CommunitySettings) =>
      save(afterOwnChange(draft, changed, read)),
  }
}
