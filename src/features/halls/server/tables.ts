// Member data of halls: the links that a member made, which go with their account.
import { memberTable } from '#server/member-table.ts'

export const hallLinksTable = memberTable('hall_links', { owner: 'madeBy' })
