// Groups of the schedule list: its two orders, and paging by rows (SCH-01).
import { formatDay, monthOf } from '#shared/day.ts'
import type { Schedule } from './contract.ts'
import { comparePickerOrder } from './rules.ts'

export type ListOrder = 'date' | 'template'

export interface ScheduleGroup {
  key: string
  title: string
  schedules: readonly Schedule[]
}

/** Groups by month, in the order of the input, or by template, in the order of the picker. */
export function groupSchedules(schedules: readonly Schedule[], order: ListOrder): ScheduleGroup[] {
  const groups = new Map<string, Schedule[]>()
  for (const schedule of schedules) {
    const key = order === 'date' ? monthOf(schedule.date) : String(schedule.templateId)
    const group = groups.get(key)
    if (group) group.push(schedule)
    else groups.set(key, [schedule])
  }
  const result = [...groups].map(([key, rows]) => ({ key, title: titleOf(rows, order), schedules: rows }))
  return order === 'date' ? result : result.sort(comparePickerOrder)
}

function titleOf([first]: readonly Schedule[], order: ListOrder): string {
  if (!first) return ''
  return order === 'date' ? formatDay(first.date, 'month') : first.template.title
}

/** The groups, cut after the first `count` rows. */
export function firstRows(groups: readonly ScheduleGroup[], count: number): ScheduleGroup[] {
  let remaining = count
  return groups.flatMap((group) => {
    const schedules = group.schedules.slice(0, remaining)
    remaining -= schedules.length
    return schedules.length === 0 ? [] : { ...group, schedules }
  })
}
