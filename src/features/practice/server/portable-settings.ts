// Settings that an export of another community may bring along.
import * as z from 'zod/mini'
import { updateChoices } from '#features/auth/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { languages } from '#shared/i18n/t.ts'
import type { PortableSettingName } from '../sources.ts'

export interface PortableSetting {
  name: PortableSettingName
  /** Checks it; another value is left out. */
  schema: z.ZodMiniType
  save: (tx: Executor, userId: number, value: unknown) => Promise<unknown>
}

/** Binds a schema to the statement that saves its values. */
export function portableSetting<Value>(
  name: PortableSettingName,
  schema: z.ZodMiniType<Value>,
  save: (tx: Executor, userId: number, value: Value) => Promise<unknown>,
): PortableSetting {
  return { name, schema, save: (tx, userId, value) => save(tx, userId, schema.parse(value)) }
}

export const languageSetting = portableSetting('language', z.enum(languages), (tx, userId, language) =>
  updateChoices(tx, userId, { language }),
)
