-- Who can't hold sittings any more loses those that aren't over; past ones keep their host. The note says who held them.
alter table freed_schedules add "formerHostId" integer references users (id) on delete set null;

create or replace function free_sittings_of_host() returns trigger language plpgsql as $$
begin
  with freed as (
    update schedules set "hostId" = null
    where "hostId" = new.id and (
      exists (select from sittings where "scheduleId" = schedules.id and "endsAt" > clock_timestamp())
      -- Without a bell the day counts, in whichever zone.
      or date >= (clock_timestamp() at time zone 'UTC')::date - 1
        and not exists (select from sittings where "scheduleId" = schedules.id)
    )
    returning id
  )
  insert into freed_schedules ("scheduleId", "formerHostId")
  select id, case when new."deletedAt" is null then new.id end from freed
  on conflict ("scheduleId") do update
    set "freedAt" = excluded."freedAt", "formerHostId" = excluded."formerHostId";
  return null;
end $$;
