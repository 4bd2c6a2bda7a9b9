// Member data of the room's energy: the choice to be part of it, which the account exports with the levels.
import type { MemberData } from '#server/member-data.ts'
import { eraseReflectionOptIn } from './sql.ts'

export const reflectionsMemberData: MemberData = { erase: eraseReflectionOptIn }
