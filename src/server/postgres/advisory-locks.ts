// Keys of the PostgreSQL advisory locks. One list keeps them distinct; the values are arbitrary.
export const advisoryLockKeys = {
  /** Shared: a process uses the bundled server. Exclusive: the last one stops it. */
  embeddedPostgresUsers: 5_711_800,
  /** Migrations and backups exclude each other. */
  migrations: 5_711_801,
  /** With a friend's id as the second key: attributions of this friend. */
  attribution: 5_711_802,
  /** The choice of slots for schedules (I09). */
  slots: 5_711_806,
  /** Removals of administrator roles (I19). */
  adminRoles: 5_711_805,
  /** With the hash of a kind as the second key: claims of jobs of which one runs at a time. */
  onlyJobs: 5_711_808,
  /** The choice of days for mails of news (NEWS-06). */
  newsMails: 5_711_807,
} as const
