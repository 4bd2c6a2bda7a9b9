-- Schedules that were planned together (docs/decisions/0083).

-- The id of the series' first row, which may be deleted since; null for a schedule that was planned alone.
alter table schedules add "seriesId" integer;
create index "schedules_seriesId" on schedules ("seriesId") where "seriesId" is not null;
