-- One row for an address, also after its ban was lifted or has expired; what was before stands in the activity log.
-- Of several the active one stays, else the newest.

delete from ip_bans where id not in (
  select distinct on ("ipAddress") id from ip_bans
  order by "ipAddress", "isActive" desc, "bannedAt" desc, id desc
);
create unique index "ip_bans_one_per_address" on ip_bans ("ipAddress");
drop index "ip_bans_one_active";
