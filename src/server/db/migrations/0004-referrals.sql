-- Who invited whom, and the points that came of it.

-- An erased account keeps its number, so that what others earned by it stays true.
alter table users add column "deletedAt" timestamptz;

-- For ever: a code never changes, and one that was somebody's never becomes another's.
create table referral_codes (
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  "userId" integer not null unique references users (id),
  "createdAt" timestamptz not null,
  constraint "referral_codes_owner" unique (code, "userId")
);
create trigger "referral_codes_append_only" before update or delete on referral_codes
  for each row execute function refuse_change();

create table referrals (
  id integer generated always as identity primary key,
  "referrerId" integer not null references users (id),
  "referredId" integer not null references users (id),
  "referralCode" text not null,
  status text not null default 'pending' check (status in ('pending', 'completed', 'superseded', 'void')),
  "rewardGiven" boolean not null default false,
  -- From which address the friend joined (IPv6 by its /64); null when set by hand. Once flags don't look at it any more,
  -- it is emptied when the next friend joins by the same code.
  "joinedFrom" text,
  "createdAt" timestamptz not null,
  "completedAt" timestamptz,
  constraint "referrals_code_is_referrers" foreign key ("referralCode", "referrerId")
    references referral_codes (code, "userId"),
  constraint "referrals_not_to_self" check ("referrerId" <> "referredId"),
  constraint "referrals_completed_has_time" check (
    case status when 'completed' then "completedAt" is not null when 'superseded' then true
    else "completedAt" is null end
  )
);
-- Nobody has two referrers at a time (I04), and no two people refer each other (I05).
create unique index "referrals_one_live" on referrals ("referredId") where status in ('pending', 'completed');
create unique index "referrals_no_cycle"
  on referrals (least("referrerId", "referredId"), greatest("referrerId", "referredId"))
  where status in ('pending', 'completed');
create index "referrals_by_referrer" on referrals ("referrerId", id);
create index "referrals_by_time" on referrals ("createdAt") where "joinedFrom" is not null;

-- Quantum Love points: a member has what these lines add up to.
create table quantum_love_transactions (
  id integer generated always as identity primary key,
  "userId" integer not null references users (id),
  amount integer not null check (amount <> 0),
  type text not null check (type in ('join', 'first-session', 'reward', 'reversal')),
  description text not null,
  "referralId" integer not null references referrals (id),
  -- What it was paid for; nothing is paid for twice (I02).
  "eventKey" text not null,
  "createdAt" timestamptz not null,
  constraint "quantum_love_once_per_event" unique ("eventKey")
);
create index "quantum_love_by_user" on quantum_love_transactions ("userId", id);
create index "quantum_love_rewards_by_time" on quantum_love_transactions ("createdAt") where type = 'reward';
create index "quantum_love_by_referral" on quantum_love_transactions ("referralId");
create trigger "quantum_love_append_only" before update or delete on quantum_love_transactions
  for each row execute function refuse_change();
create trigger "quantum_love_never_emptied" before truncate on quantum_love_transactions
  for each statement execute function refuse_change();

-- The number at the user moves with the ledger, in the same transaction (I01).
create function count_quantum_love() returns trigger language plpgsql as $$
begin
  update users set "quantumLovePoints" = "quantumLovePoints" + new.amount where id = new."userId";
  return null;
end $$;
create trigger "quantum_love_counted" after insert on quantum_love_transactions
  for each row execute function count_quantum_love();

-- Whose number isn't what the ledger says: always nobody.
create view quantum_love_astray as
  select users.id as "userId", users."quantumLovePoints" as counted, coalesce(ledger.earned, 0)::integer as earned
  from users
  left join (
    select "userId", sum(amount) as earned from quantum_love_transactions group by "userId"
  ) ledger on ledger."userId" = users.id
  where users."quantumLovePoints" <> coalesce(ledger.earned, 0);

-- Sets every such number right; answers how many there were. They are held first, in the order that everybody keeps: so
-- the second statement also sees what was paid while the first one waited.
create function recount_quantum_love() returns bigint language plpgsql as $$
declare
  held integer[];
  mended bigint;
begin
  held := array(
    select id from users where id in (select "userId" from quantum_love_astray) order by id for no key update
  );
  update users set "quantumLovePoints" = earned from quantum_love_astray where id = "userId" and id = any (held);
  get diagnostics mended = row_count;
  return mended;
end $$;

-- Members' writes hold their row for key share, so that points can be counted at it meanwhile. What takes a right away
-- waits for them all the same, whatever statement does it (I11).
create function wait_for_writes() returns trigger language plpgsql as $$
begin
  perform from users where id = old.id for update;
  return new;
end $$;
create trigger "users_rights_wait_for_writes" before update on users for each row
  when (old."isBanned" is distinct from new."isBanned" or old."isAdmin" is distinct from new."isAdmin"
    or old."isGardenAngel" is distinct from new."isGardenAngel" or old."deletedAt" is distinct from new."deletedAt")
  execute function wait_for_writes();
