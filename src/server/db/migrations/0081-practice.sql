-- Practice: time that members spent meditating outside of this community's sittings, in batches that each can be removed
-- whole (docs/decisions/0100). Nothing but its member's own history reads it.
create table practice_batches (
  id integer generated always as identity primary key,
  "userId" integer not null references users (id),
  source text not null
    check (source in ('insight-timer', 'waking-up', 'mindfulness-coach', 'finch', 'stillwater', 'community', 'own')),
  -- The name of the community that it comes from.
  label text check (label <> '' and length(label) <= 60),
  "createdAt" timestamptz not null,
  constraint "practice_batches_labeled" check (source <> 'community' or label is not null),
  constraint "practice_batches_of_member" unique (id, "userId")
);
create index "practice_batches_by_member" on practice_batches ("userId", id);

create table practice_sits (
  id integer generated always as identity primary key,
  "batchId" integer not null,
  "userId" integer not null references users (id),
  day date not null,
  -- Null where only the day is known.
  "startedAt" timestamptz,
  seconds integer not null check (seconds between 1 and 86400),
  title text check (title <> '' and length(title) <= 200),
  comment text check (comment <> '' and length(comment) <= 2000),
  constraint "practice_sits_batch" foreign key ("batchId", "userId")
    references practice_batches (id, "userId") on delete cascade
);
create index "practice_sits_by_batch" on practice_sits ("batchId");
create index "practice_sits_by_member" on practice_sits ("userId", day);

-- Entries of a diary that a member brought from another community. They have no sitting.
create table practice_entries (
  id integer generated always as identity primary key,
  "batchId" integer not null,
  "userId" integer not null references users (id),
  day date not null,
  "moodType" text not null check ("moodType" in ('pre', 'post')),
  "emotionLevel" integer not null check ("emotionLevel" between 1 and 8),
  comment text check (comment <> '' and length(comment) <= 500),
  "createdAt" timestamptz not null,
  constraint "practice_entries_batch" foreign key ("batchId", "userId")
    references practice_batches (id, "userId") on delete cascade
);
create index "practice_entries_by_batch" on practice_entries ("batchId");
create index "practice_entries_by_member" on practice_entries ("userId", day);

-- A member's choice. Its row is also the lock under which a member's practice is added.
create table practice_choices (
  "userId" integer primary key references users (id),
  "inRhythm" boolean not null default false
);
