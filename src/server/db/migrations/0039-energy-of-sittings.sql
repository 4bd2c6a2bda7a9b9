-- The room's energy belongs to a sitting, no longer to its schedule.

alter table sitting_reflections add "sittingId" integer references sittings (id) on delete cascade;
alter table sitting_reflections disable trigger "sitting_reflections_append_only";
update sitting_reflections set "sittingId" = (
  select id from sittings
  where sittings."scheduleId" = sitting_reflections."scheduleId" and sittings."doorsAt" = sitting_reflections."doorsAt"
);
alter table sitting_reflections enable trigger "sitting_reflections_append_only";
delete from sitting_reflections where "sittingId" is null;
alter table sitting_reflections
  drop constraint sitting_reflections_pkey,
  drop "scheduleId",
  drop "doorsAt",
  drop "startsAt",
  add primary key ("sittingId");

-- So do entries. One of a schedule that was begun several times belongs to the sitting in whose time it was made.
alter table mood_entries add "sittingId" integer references sittings (id);
drop trigger "mood_entries_append_only" on mood_entries;
update mood_entries set "sittingId" = (
  select id from sittings
  where sittings."scheduleId" = mood_entries."scheduleId" and sittings."doorsAt" <= mood_entries."createdAt"
  order by sittings."doorsAt" desc limit 1
)
where "scheduleId" is not null;
-- The indexes with the column go with it.
alter table mood_entries drop "scheduleId";
create index "mood_entries_of_sitting" on mood_entries
  ("sittingId", "moodType", "userId", "createdAt" desc, id desc) where "sittingId" is not null;
create index "mood_entries_by_user" on mood_entries ("userId", "sessionDate", "createdAt", id)
  include ("emotionLevel", "moodType", notes, comment, "isSample", "sittingId", "isCounted");
create trigger "mood_entries_append_only" before update on mood_entries
  for each row execute function refuse_change();
