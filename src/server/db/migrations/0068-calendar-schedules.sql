-- Meditations without a bell in calendars: when they changed, UIDs that stay, and the deleted ones (CAL-02).

-- By the room clock; null until the first change.
alter table schedules add "changedAt" timestamptz;
alter table meditation_templates add "changedAt" timestamptz;

-- The versions of the templates that a schedule had before: with another template its SEQUENCE grows, too.
alter table schedules add "formerVersions" integer not null default 0;

-- Calendars know the UIDs of earlier schedules with the template of then.
alter table schedules add "uidTemplateId" integer;
update schedules set "uidTemplateId" = "templateId";

-- How often the eras changed, in the row of the first one.
alter table community_zones add changes integer not null default 0;
alter table community_zones add "changedAt" timestamptz;

-- As for sittings: calendars learn of a deletion only while the feed lists the event as cancelled.
create table deleted_schedules (
  id integer primary key,
  "uidTemplateId" integer,
  date date not null,
  "scheduledTime" text not null,
  "templateId" integer not null references meditation_templates (id) on delete cascade,
  sequence integer not null,
  "deletedAt" timestamptz not null
);
create index "deleted_schedules_by_time" on deleted_schedules ("deletedAt");
