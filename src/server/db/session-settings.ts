// The settings of a database session that the server, backups and restores assume, whatever the role, the database or
// the server of PostgreSQL have.

/** Reading, writing and exporting depend on these. */
export const sessionSettings: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
}

/** The same as options of a connection. A pooler in between must pass them on. */
export const sessionOptions = Object.entries(sessionSettings)
  .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '')}`)
  .join(' ')

/** For migrations, backups and long jobs: a limit may be set for the role. */
export const withoutSessionLimits = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0'
