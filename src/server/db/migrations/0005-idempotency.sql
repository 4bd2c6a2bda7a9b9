-- Calls that were made under a key of the caller's choice, so that making one again does nothing again (I28).

create table idempotency_keys (
  "userId" integer not null references users (id),
  -- Such as 'POST /api/mood/entry'.
  call text not null,
  key text not null check (char_length(key) between 1 and 128),
  -- SHA-256 of what was asked.
  "inputHash" bytea not null check (octet_length("inputHash") = 32),
  -- Missing while the transaction that claimed the key is at work, so never seen so by another.
  answer jsonb,
  "createdAt" timestamptz not null,
  primary key ("userId", call, key)
);
