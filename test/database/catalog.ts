// The schema of a database as statements, read from PostgreSQL's catalog, to compare two databases.
import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '#server/db/database.ts'

const parts = ['extensions', 'functions', 'tables', 'constraints', 'indexes', 'views', 'triggers'] as const
export type Catalog = Record<(typeof parts)[number], string[]>

const isPublic = sql`relnamespace = 'public'::regnamespace`
/** Objects of an extension aren't ours. */
const isOwn = (catalog: string, id: string) =>
  sql.raw(
    `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${id} and deptype = 'e')`,
  )

/**
 * Reads what a migration can declare: names, order of columns, types, defaults, identities with their sequences,
 * expressions and storage. Not null is part of its column: only PostgreSQL 18 names those constraints, and nothing uses
 * the names.
 */
export async function readCatalog(db: Executor): Promise<Catalog> {
  const read = async (query: RawBuilder<{ text: string }>) =>
    (await query.execute(db)).rows.map(({ text }) => text).toSorted()
  return {
    extensions: await read(sql`select extname as text from pg_extension`),
    functions: await read(sql`
      select pg_get_functiondef(pg_proc.oid) as text from pg_proc
      where pronamespace = 'public'::regnamespace and ${isOwn('pg_proc', 'pg_proc.oid')}`),
    tables: await read(sql`
      select concat(relname, E' (\n  ', (
        select string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod),
          case when attcollation <> typcollation then concat('collate ', attcollation::regcollation) end,
          case when attnotnull then 'not null' end,
          case when attgenerated <> '' then 'generated' end,
          pg_get_expr(adbin, adrelid),
          case when attidentity <> '' then concat('identity ', attidentity, ' ', seqrelid::regclass, ' ', seqtypid::regtype,
            ' ', seqstart, ' ', seqincrement, ' ', seqmin, ' ', seqmax, ' ', seqcache, ' ', seqcycle) end
        ), E',\n  ' order by attnum)
        from pg_attribute join pg_type on pg_type.oid = atttypid
          left join pg_attrdef on adrelid = attrelid and adnum = attnum
          left join pg_sequence on seqrelid = pg_get_serial_sequence(attrelid::regclass::text, attname)::regclass
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped
      ), E'\n) ', relpersistence, ' ', reloptions) as text
      from pg_class where relkind in ('r', 'p') and ${isPublic}`),
    constraints: await read(sql`
      select concat(relname, ' ', conname, ' ', pg_get_constraintdef(pg_constraint.oid)) as text
      from pg_constraint join pg_class on pg_class.oid = conrelid
      where contype <> 'n' and ${isPublic}`),
    indexes: await read(sql`
      select concat(pg_get_indexdef(indexrelid), ' ', indisvalid) as text
      from pg_index join pg_class on pg_class.oid = indrelid where ${isPublic}`),
    views: await read(sql`
      select concat(relname, ' ', pg_get_viewdef(pg_class.oid)) as text
      from pg_class where relkind in ('v', 'm') and ${isPublic} and ${isOwn('pg_class', 'pg_class.oid')}`),
    triggers: await read(sql`
      select concat(pg_get_triggerdef(pg_trigger.oid), ' ', tgenabled) as text
      from pg_trigger join pg_class on pg_class.oid = tgrelid where not tgisinternal and ${isPublic}`),
  }
}
