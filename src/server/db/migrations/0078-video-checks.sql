-- Checks of the videos of the coming days: whether their addresses respond (SCH-37).

create table video_checks (
  -- As in the template.
  url text primary key,
  "checkedAt" timestamptz not null,
  outcome text not null check (outcome in ('responds', 'fails', 'unknown'))
);
create index "video_checks_checkedAt" on video_checks ("checkedAt");

-- A fragment names no other device: one browser must not belong to two members (T92).
delete from push_subscriptions where endpoint like '%#%';
