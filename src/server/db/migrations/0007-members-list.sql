-- What the administrators' list of members is searched and sorted by, and the totals of members' time: kept by the
-- database itself, so that a page costs the same with a hundred thousand members.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- As it is searched and sorted: without case and accents.
create function folded(word text) returns text language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, word));

-- The pattern that finds a word in `words`: anywhere, and a short one, of which no trigram is known, where words begin.
create function containing(word text) returns text language sql immutable strict parallel safe
  return case when length(folded(word)) < 3 then '% ' else '%' end
    || regexp_replace(folded(word), '([\\%_])', '\\\1', 'g') || '%';

-- Everybody who isn't deleted.
create table member_keys (
  "userId" integer primary key references users (id),
  name text collate "C" not null,
  -- Name and address, with a blank before each.
  words text collate "C" not null,
  -- The name of who referred them.
  referrer text collate "C",
  "referralCount" integer not null default 0
);
create index "member_keys_by_name" on member_keys (name, "userId");
-- Those without a referrer come last both ways.
create index "member_keys_by_referrer" on member_keys (referrer, "userId");
create index "member_keys_by_referrer_backwards" on member_keys (referrer desc nulls last, "userId" desc);
create index "member_keys_by_referrals" on member_keys ("referralCount", "userId");
create index "member_keys_words" on member_keys using gin (words gin_trgm_ops);

-- Apart from the rest, because a heartbeat writes here: it touches the index when a whole minute is full, and has room
-- beside the row before (I25).
create table member_times (
  "userId" integer primary key references users (id),
  -- Of all sessions, without samples.
  seconds bigint not null default 0,
  -- Minutes.
  adjusted integer not null default 0,
  minutes integer not null generated always as ((seconds / 60)::integer + adjusted) stored
) with (fillfactor = 60);
create index "member_times_by_minutes" on member_times (minutes, "userId");

insert into member_keys ("userId", name, words, referrer, "referralCount")
  select id, folded(name), ' ' || folded(name) || ' ' || folded(coalesce(email, '')),
    (select folded(referrers.name) from referrals join users referrers on referrers.id = "referrerId"
      where "referredId" = users.id and status in ('pending', 'completed')),
    (select count(*) from referrals where "referrerId" = users.id and status in ('pending', 'completed'))
  from users where "deletedAt" is null;
insert into member_times ("userId", seconds, adjusted)
  select id,
    (select coalesce(sum(duration), 0) from meditation_sessions where "userId" = users.id and not "isSample"),
    (select coalesce(sum(minutes), 0) from time_adjustments where "userId" = users.id)
  from users where "deletedAt" is null;

create function keep_member_keys() returns trigger language plpgsql as $$
begin
  if new."deletedAt" is not null then
    delete from member_keys where "userId" = new.id;
    delete from member_times where "userId" = new.id;
  elsif tg_op = 'INSERT' then
    insert into member_keys ("userId", name, words)
      values (new.id, folded(new.name), ' ' || folded(new.name) || ' ' || folded(coalesce(new.email, '')));
    insert into member_times ("userId") values (new.id);
  else
    update member_keys
      set name = folded(new.name), words = ' ' || folded(new.name) || ' ' || folded(coalesce(new.email, ''))
      where "userId" = new.id;
  end if;
  if tg_op = 'UPDATE' and new.name <> old.name then
    update member_keys set referrer = folded(new.name) from referrals
      where "referrerId" = new.id and "referredId" = "userId" and status in ('pending', 'completed');
  end if;
  return null;
end $$;
create trigger "users_listed" after insert on users for each row execute function keep_member_keys();
create trigger "users_listed_anew" after update on users for each row
  when (old.name <> new.name or old.email is distinct from new.email
    or old."deletedAt" is distinct from new."deletedAt")
  execute function keep_member_keys();

create function keep_referral_keys() returns trigger language plpgsql as $$
declare
  was_live boolean := tg_op <> 'INSERT' and old.status in ('pending', 'completed');
  is_live boolean := tg_op <> 'DELETE' and new.status in ('pending', 'completed');
begin
  if was_live and is_live and (old."referrerId", old."referredId") = (new."referrerId", new."referredId") then
    return null;
  end if;
  if was_live then
    update member_keys set "referralCount" = "referralCount" - 1 where "userId" = old."referrerId";
    update member_keys set referrer = null where "userId" = old."referredId";
  end if;
  if is_live then
    update member_keys set "referralCount" = "referralCount" + 1 where "userId" = new."referrerId";
    update member_keys set referrer = (select folded(name) from users where id = new."referrerId")
      where "userId" = new."referredId";
  end if;
  return null;
end $$;
create trigger "referrals_listed" after insert or update or delete on referrals
  for each row execute function keep_referral_keys();

create function count_member_seconds() returns trigger language plpgsql as $$
declare
  added integer := 0;
begin
  if tg_op <> 'INSERT' and not old."isSample" then added := added - old.duration; end if;
  if tg_op <> 'DELETE' and not new."isSample" then added := added + new.duration; end if;
  if added <> 0 then
    update member_times set seconds = seconds + added where "userId" = coalesce(new."userId", old."userId");
  end if;
  return null;
end $$;
create trigger "meditation_sessions_counted" after insert or update of duration, "isSample" or delete
  on meditation_sessions for each row execute function count_member_seconds();

create function count_member_adjustments() returns trigger language plpgsql as $$
begin
  update member_times set adjusted = adjusted + coalesce(new.minutes, 0) - coalesce(old.minutes, 0)
    where "userId" = coalesce(new."userId", old."userId");
  return null;
end $$;
create trigger "time_adjustments_counted" after insert or update or delete on time_adjustments
  for each row execute function count_member_adjustments();

-- Whose keys or times aren't what the other tables say: always nobody.
create view members_astray as
  select users.id as "userId"
  from users
  left join member_keys keys on keys."userId" = users.id
  left join member_times times on times."userId" = users.id
  left join (
    select "userId", sum(duration) as seconds from meditation_sessions where not "isSample" group by 1
  ) sat on sat."userId" = users.id
  left join (
    select "userId", sum(minutes) as minutes from time_adjustments group by 1
  ) adjustments on adjustments."userId" = users.id
  left join (
    select "referrerId", count(*) as count from referrals where status in ('pending', 'completed') group by 1
  ) invited on invited."referrerId" = users.id
  left join referrals on "referredId" = users.id and status in ('pending', 'completed')
  left join users referrers on referrers.id = referrals."referrerId"
  where case when users."deletedAt" is not null then keys."userId" is not null or times."userId" is not null
    else (keys.name, keys.words, keys.referrer, keys."referralCount", times.seconds, times.adjusted)
      is distinct from (
        folded(users.name), ' ' || folded(users.name) || ' ' || folded(coalesce(users.email, '')),
        folded(referrers.name), coalesce(invited.count, 0)::integer, coalesce(sat.seconds, 0),
        coalesce(adjustments.minutes, 0)::integer)
    end;

-- Few, and counted before one of them goes (I19).
create index "users_admins" on users (id) where "isAdmin";
-- The days with a session, and those of a month. Without the seconds: with them every heartbeat would write to it.
create index "meditation_sessions_by_day" on meditation_sessions ("sessionDate") where not "isSample";
