-- Halls: a group in one place follows a sitting on one screen, by a link that ends with the sharing.
create table hall_links (
  id integer generated always as identity primary key,
  -- SHA-256; the token itself is shown once and stored nowhere.
  "tokenHash" bytea not null unique check (length("tokenHash") = 32),
  "sittingId" integer not null references sittings (id) on delete cascade,
  -- How many people sit there, as the host says.
  people smallint not null default 0 check (people between 0 and 200),
  "madeBy" integer not null references users (id) on delete cascade,
  "madeAt" timestamptz not null,
  "revokedAt" timestamptz
);
create index "hall_links_sittingId" on hall_links ("sittingId");
create index "hall_links_madeBy" on hall_links ("madeBy");
