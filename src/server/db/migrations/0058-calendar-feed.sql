-- The calendar feed: when a sitting last changed, the sittings that were deleted before their doors, and the addresses of
-- members' feeds.

-- By the room clock.
alter table sittings add "changedAt" timestamptz;
update sittings set "changedAt" = "createdAt";
alter table sittings alter "changedAt" set not null;

-- Calendars learn of a deletion only while the feed lists the event as cancelled.
create table deleted_sittings (
  id integer primary key,
  "roomDay" date not null,
  "templateId" integer not null references meditation_templates (id) on delete cascade,
  "startsAt" timestamptz not null,
  "endsAt" timestamptz not null,
  version integer not null,
  "deletedAt" timestamptz not null
);
create index "deleted_sittings_by_time" on deleted_sittings ("deletedAt");

create table calendar_tokens (
  "userId" integer primary key references users (id),
  "tokenHash" bytea not null unique,
  "createdAt" timestamptz not null
);
