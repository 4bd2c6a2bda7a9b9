-- Reminders (docs/decisions/0080): what members chose, what was sent, and the sittings as they were announced.

create table reminder_choices (
  "userId" integer primary key references users (id),
  "tenMinutes" text check ("tenMinutes" = 'push'),
  "dayBefore" text check ("dayBefore" in ('push', 'mail')),
  changes text[] not null default '{}' check (changes <@ array['push', 'mail']),
  -- By the community's clock, 0 is Sunday; null is all.
  weekdays smallint[] check (cardinality(weekdays) > 0),
  times text[] check (cardinality(times) > 0),
  -- Null: the community's.
  zone text check (zone <> ''),
  news boolean not null default false,
  -- A reminder whose moment was before isn't made up for.
  "chosenAt" timestamptz not null
);

create table reminders_sent (
  -- Without a reference: a sitting may be deleted after its members were notified.
  "sittingId" integer not null,
  "userId" integer not null references users (id),
  kind text not null check (kind in ('ten-minutes', 'day-before', 'changed-push', 'changed-mail')),
  -- Of the announced sitting, for changes; 0 for the others.
  version integer not null,
  -- 'none': nothing was sent, as the member was present or had had the day's mail.
  channel text not null check (channel in ('push', 'mail', 'none')),
  -- The run of a job that claimed it: a later run claims it again unless it was sent.
  "jobId" integer not null,
  run integer not null,
  "sentAt" timestamptz,
  "claimedAt" timestamptz not null,
  primary key ("sittingId", "userId", kind, version)
);
create index "reminders_sent_userId" on reminders_sent ("userId");
create index "reminders_sent_claimedAt" on reminders_sent ("claimedAt");

create table reminder_sittings (
  "sittingId" integer primary key,
  day date not null,
  title text not null,
  -- As announced.
  bell timestamptz not null,
  -- The bell of its schedule, which a host's change leaves.
  "scheduledAt" timestamptz not null,
  cancelled boolean not null,
  version integer not null default 0
);
create index "reminder_sittings_bell" on reminder_sittings (bell);
