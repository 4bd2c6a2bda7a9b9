-- The zones by whose clock the community's days begin, each from its first day on.

create table community_zones (
  "fromDay" date primary key,
  zone text not null check (zone <> '')
);
insert into community_zones values ('0001-01-01', 'America/Chicago');
