-- Thanks belong to a sitting, no longer to its schedule.

alter table sitting_thanks add "sittingId" integer references sittings (id) on delete cascade;
-- Of several sittings of a schedule, the last one whose sharing had opened.
update sitting_thanks set "sittingId" = (
  select id from sittings
  where sittings."scheduleId" = sitting_thanks."scheduleId" and "sharingAt" <= "sentAt"
  order by "sharingAt" desc limit 1
);
delete from sitting_thanks where "sittingId" is null;
alter table sitting_thanks
  drop constraint sitting_thanks_pkey,
  drop "scheduleId",
  alter "sittingId" set not null,
  add primary key ("sittingId", "userId");
