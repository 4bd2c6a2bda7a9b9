-- Web push: the devices that receive notices, and the community's key pair.

create table push_key (
  "isOnly" boolean primary key default true check ("isOnly"),
  "publicKey" bytea not null check (length("publicKey") = 65),
  -- Encrypted with a key derived from SESSION_SECRET.
  "sealedPrivateKey" bytea not null,
  "createdAt" timestamptz not null
);

create table push_subscriptions (
  "endpointHash" bytea primary key check (length("endpointHash") = 32),
  endpoint text not null,
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  "userId" integer not null references users (id),
  -- The sign-in of the page that sent it last. No reference: sessions are deleted after their end.
  "sessionId" integer not null,
  "renewedAt" timestamptz not null
);

create index push_subscriptions_by_user on push_subscriptions ("userId");
