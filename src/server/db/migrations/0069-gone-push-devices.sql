-- Push devices that are gone: browsers bring their subscriptions back otherwise (REM-09).

create table gone_push_devices (
  "endpointHash" bytea primary key,
  "goneAt" timestamptz not null
);
create index "gone_push_devices_by_time" on gone_push_devices ("goneAt");

-- Refusals in a row, since the last push that the service accepted.
alter table push_subscriptions add refusals smallint not null default 0;
