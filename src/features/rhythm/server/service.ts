// Rhythm service: the choices, for a member who brings them along from another community.
import { portableSetting } from '#features/practice/server/service.ts'
import { rhythmChoicesSchema } from '../contract.ts'
import { saveRhythmChoices } from './sql.ts'

export const rhythmSetting = portableSetting('rhythm', rhythmChoicesSchema, saveRhythmChoices)
