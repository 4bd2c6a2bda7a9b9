-- Requests for help belong to a sitting, no longer to its schedule.

alter table help_requests add "sittingId" integer references sittings (id);
update help_requests set "sittingId" = (
  select id from sittings where sittings."scheduleId" = help_requests."scheduleId"
  order by abs(extract(epoch from "startsAt" - help_requests."askedAt")) limit 1
);
delete from help_requests where "sittingId" is null;
alter table help_requests
  drop "scheduleId",
  drop day,
  alter "sittingId" set not null,
  add unique ("sittingId", "userId");
