// Member data of news: a member's reads go with them; what they published stays, without their name.
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { memberTable } from '#server/member-table.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

export const newsReadTable = memberTable('news_read', {
  owner: 'userId',
  export: {
    at: 'news.read',
    row: z.object({ title: z.string(), readAt: timestampSchema }),
    from: { title: sql`(select title from news where id = "newsId")` },
    order: { newest: 'readAt' },
  },
})

export const newsTable = memberTable('news', { clear: ['byId'] })
