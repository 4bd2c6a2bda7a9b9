// Texts of tables with a column `translations`, which has an object with the same text for each further language.
import { sql, type RawBuilder } from 'kysely'
import { currentLocale, type Language } from '#shared/i18n/t.ts'
import type { Translations } from '#shared/i18n/translations.ts'

/** The text in the viewer's language, else the row's own. `table` is a name or an alias. */
export function localizedColumn(table: string, column: string): RawBuilder<string> {
  const [translations, own] = [sql.ref(`${table}.translations`), sql.ref(`${table}.${column}`)]
  return sql<string>`coalesce(${translations} -> ${currentLocale()}::text ->> ${column}::text, ${own})`
}

/** The language of that text; null for the row's own. */
export function localizedColumnLanguage(table: string, column: string): RawBuilder<Language | null> {
  const language = currentLocale()
  return sql<Language | null>`case when ${sql.ref(`${table}.translations`)} -> ${language}::text ? ${column}::text
    then ${language}::text end`
}

/** The text in each further language, for what is written to several viewers. */
export function columnInLanguages(table: string, column: string): RawBuilder<Translations<string>> {
  return sql<Translations<string>>`(select coalesce(jsonb_object_agg(key, value -> ${column}::text), '{}')
    from jsonb_each(${sql.ref(`${table}.translations`)}))`
}
