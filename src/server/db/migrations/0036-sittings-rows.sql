-- A sitting is a row of its own: what an administrator wants stays in its schedule, what happens is in the sitting.

create table sittings (
  -- Far from the ids of schedules, so that one in place of the other fails every test.
  id integer generated always as identity (start with 10001) primary key,
  "roomDay" date not null,
  "scheduleId" integer references schedules (id) on delete set null,
  "templateId" integer not null references meditation_templates (id),
  -- The schedule's bell while the row follows its schedule; null once a host began it, or the schedule left it behind.
  "scheduledAt" timestamptz,
  "videoUrl" text not null,
  "audioUrl" text,
  "mediaSeconds" numeric(8, 2) not null check ("mediaSeconds" > 0),
  "keepsTempo" boolean not null,
  "doorsAt" timestamptz not null,
  "gatherAt" timestamptz not null,
  "startsAt" timestamptz not null,
  "videoAt" timestamptz not null,
  "sharingAt" timestamptz not null,
  "endsAt" timestamptz not null,
  "cancelledAt" timestamptz,
  "cancelNote" text check (length("cancelNote") <= 200),
  version integer not null default 1,
  "createdAt" timestamptz not null,
  constraint "sittings_note_of_cancelled" check ("cancelNote" is null or "cancelledAt" is not null),
  -- A sitting that is ended while the bell sounds has its sharing before its video.
  constraint "sittings_in_order" check ("doorsAt" <= "gatherAt" and "gatherAt" <= "startsAt" and "startsAt" <= "videoAt"
    and "startsAt" <= "sharingAt" and "sharingAt" <= "endsAt" and "doorsAt" < "endsAt"),
  -- Deferrable: one statement may move neighbours by an hour.
  constraint "sittings_overlap" exclude using gist (tstzrange("doorsAt", "endsAt") with &&)
    where ("cancelledAt" is null) deferrable initially immediate
);
create unique index "sittings_one_per_schedule" on sittings ("scheduleId") where "scheduledAt" is not null;
create index "sittings_scheduleId" on sittings ("scheduleId");
create index "sittings_of_room" on sittings ("roomDay", "doorsAt");
create index "sittings_of_template" on sittings ("templateId", "doorsAt");

-- The moments of the sittings so far, from the stored span and the lengths of their parts. A cancelled one has no span
-- and gets its schedule's bell. In the doubled hour of the autumn that may be an hour off.
with planned as (
  select schedule.*, coalesce("keptVideoUrl", template."videoUrl") as video, template."keepsTempo" as tempo,
    case when "keptVideoUrl" is null then template."audioUrl" else "keptAudioUrl" end as audio,
    coalesce("keptMediaSeconds", template."mediaSeconds") as seconds,
    make_interval(secs => "delaySeconds") as delay,
    coalesce(
      "begunFor",
      lower(span) + make_interval(mins => "doorsMinutes"),
      (date + "scheduledTime"::time) at time zone (select zone from community_zones order by "fromDay" limit 1)
    ) as "plannedAt"
  from schedules schedule
  join meditation_templates template on template.id = "templateId"
  where together and "isActive" and coalesce("keptMediaSeconds", template."mediaSeconds") is not null
),
moments as (
  select *, "plannedAt" + delay as "bellAt",
    "plannedAt" + delay + make_interval(secs => "bellSeconds") as "filmAt"
  from planned
),
ends as (
  select *, greatest("bellAt", least(
    coalesce("endedAt", 'infinity'),
    "filmAt" + make_interval(secs => seconds::double precision, mins => "silenceMinutes")
  )) as "openAt"
  from moments
)
insert into sittings (
  "roomDay", "scheduleId", "templateId", "scheduledAt", "videoUrl", "audioUrl", "mediaSeconds", "keepsTempo", "doorsAt",
  "gatherAt", "startsAt", "videoAt", "sharingAt", "endsAt", "cancelledAt", "cancelNote", version, "createdAt"
)
select date, id, "templateId", case when "begunFor" is null then "plannedAt" end, video, audio, seconds, tempo,
  least("plannedAt" - make_interval(mins => "doorsMinutes"), "bellAt" - make_interval(secs => "gatherSeconds")),
  "bellAt" - make_interval(secs => "gatherSeconds"), "bellAt", "filmAt", "openAt",
  "openAt" + make_interval(mins => "sharingMinutes"), "cancelledAt", case when "cancelledAt" is not null then "cancelNote" end,
  "timelineVersion", "createdAt"
from ends;

-- What hosts did goes with its columns; the schedules that they had changed become whole again.
update schedules set together = false where together and "scheduledTime" = '00:00';
update schedules set "doorsMinutes" = 15, "gatherSeconds" = 60
where together and "doorsMinutes" * 60 < "gatherSeconds";
alter table schedules
  drop constraint "schedules_sittings_overlap",
  drop span,
  drop "begunFor",
  drop "delaySeconds",
  drop "endedAt",
  drop "cancelledAt",
  drop "cancelNote",
  drop "timelineVersion",
  drop "keptVideoUrl",
  drop "keptMediaSeconds",
  drop "keptAudioUrl",
  -- Which of a day's schedules; its number has no other meaning.
  add slot smallint not null default 0 check (slot between 0 and 7),
  -- The zone of its time, null for the community's, and by how many days its start is shifted in that zone.
  add "timeZone" text check ("timeZone" <> ''),
  add "dayShift" smallint not null default 0 check ("dayShift" between -2 and 2),
  add constraint "schedules_own_zone"
    check (("timeZone" is null and "dayShift" = 0) or ("timeZone" is not null and together)),
  add constraint "schedules_together_has_time" check (not together or "scheduledTime" <> '00:00');
drop index "schedules_one_active_a_day";
create unique index "schedules_one_active_a_day" on schedules (date, slot) where "isActive";
create unique index "schedules_one_all_day" on schedules (date) where "isActive" and not together;

alter table community_settings add "severalADay" boolean not null default false;
create function refuse_second_schedule() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' and (old.date, old.slot, old."isActive") = (new.date, new.slot, new."isActive") then
    return new;
  end if;
  -- The switch waits for this lock, and then sees the row.
  perform from community_settings where "severalADay" for share;
  if not found then
    raise unique_violation using constraint = 'schedules_one_active_a_day';
  end if;
  return new;
end $$;
create trigger "schedules_several" before insert or update on schedules for each row
  when (new."isActive" and new.slot > 0) execute function refuse_second_schedule();
