-- The room's answers, the care card, and what administrators set for the whole community.

-- One row; its defaults hold until an administrator saves it.
create table community_settings (
  "isOnlyRow" boolean primary key default true check ("isOnlyRow"),
  version integer not null default 1,
  -- The members that the room's answer needs at least.
  "reflectionPairsMin" integer not null default 8 check ("reflectionPairsMin" between 5 and 50),
  -- Empty for the product's own text.
  "careText" text not null default '' check (length("careText") <= 1000),
  "careResources" jsonb not null default '[]'
);
insert into community_settings default values;

-- The room's answer to a sitting. A schedule that a host begins again has another sitting, with its own doors.
create table sitting_reflections (
  "scheduleId" integer not null references schedules (id) on delete cascade,
  "doorsAt" timestamptz not null,
  "startsAt" timestamptz not null,
  -- Null together: too few members, so the room has no answer.
  pairs integer check (pairs >= 5),
  "changeTenths" integer check ("changeTenths" between -70 and 70),
  "publishedAt" timestamptz,
  -- True once the sharing is over: then nothing of it changes.
  "isFinal" boolean not null,
  -- Until it is final: which members were added or left out by each number, as hashes with this salt.
  salt bytea,
  steps jsonb,
  primary key ("scheduleId", "doorsAt"),
  check ((pairs is null) = ("changeTenths" is null) and (pairs is null) = ("publishedAt" is null)),
  check ("isFinal" = (salt is null) and "isFinal" = (steps is null))
);
create index "sitting_reflections_open" on sitting_reflections ("scheduleId") where not "isFinal";

-- The care card: no row before it was first shown, or declined.
create table care_choices (
  "userId" integer primary key references users (id),
  "isOffered" boolean not null default true,
  "shownAt" timestamptz
);
