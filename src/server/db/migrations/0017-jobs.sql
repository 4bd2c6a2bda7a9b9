-- The job queue (docs/decisions/0044). A node that claims a job locks it until "lockedUntil" and renews that; another
-- node claims the job after a crash. It replaces the table of the last starts of scheduled jobs.

create table jobs (
  id integer generated always as identity primary key,
  kind text not null,
  key text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  "createdAt" timestamptz not null,
  "dueAt" timestamptz not null,
  "startedAt" timestamptz,
  "lockedUntil" timestamptz,
  unique (kind, key)
);
create index "jobs_due" on jobs (kind, "dueAt");

insert into jobs (kind, key, payload, "createdAt", "dueAt", "startedAt")
select 'scheduled', job, '{}', "begunAt", "begunAt", "begunAt" from upkeep where job <> 'outbox';
drop table upkeep;
