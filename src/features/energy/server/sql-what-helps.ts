// SQL of what helps: the final answers of the rooms, grouped; only counts of members leave it.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { productTimeZone } from '#shared/constants.ts'
import type { WhatHelps, WhatHelpsGroup } from '../what-helps-contract.ts'

/**
 * All groups of each kind, in their order, however small. The change is the mean of the rooms' final answers: after a
 * deletion or another sitting it tells nothing that the room didn't learn.
 */
export async function readWhatHelps(db: Executor): Promise<WhatHelps> {
  const { rows } = await sql<WhatHelpsGroup & { kind: keyof WhatHelps }>`
    with answers as (
      select "scheduleId", "doorsAt", pairs, "changeTenths", template.id as "templateId", template.title,
        template.instructor, "startsAt" at time zone ${productTimeZone} as "localStart"
      from sitting_reflections
      join schedules on schedules.id = "scheduleId"
      join meditation_templates template on template.id = "templateId"
      where "isFinal" and pairs is not null
    ), grouped as (
      select answers.*, kind, key, name from answers cross join lateral (values
        ('templates', "templateId"::text, title),
        ('teachers', instructor, instructor),
        ('hours', to_char("localStart", 'HH24'), to_char("localStart", 'HH24:00')),
        ('weekdays', to_char("localStart", 'ID'), to_char("localStart", 'FMDay'))
      ) groups (kind, key, name)
    ), people as (
      select kind, key, count(distinct "userId") as members
      from grouped join mood_entries entry on entry."scheduleId" = grouped."scheduleId"
        and entry."moodType" = 'post' and entry."isCounted" and entry."createdAt" >= grouped."doorsAt"
      group by kind, key
    )
    select kind, min(name) as name, round(sum(pairs * "changeTenths")::numeric / sum(pairs)) as "changeTenths",
      coalesce(members, 0) as members, count(*) as sittings
    from grouped left join people using (kind, key)
    group by kind, key, members
    order by key`.execute(db)
  const ofKind = (wanted: keyof WhatHelps) =>
    rows.flatMap(({ kind, ...group }) => (kind === wanted ? [group] : []))
  return {
    templates: ofKind('templates'),
    teachers: ofKind('teachers'),
    hours: ofKind('hours'),
    weekdays: ofKind('weekdays'),
  }
}
