-- The community's logo: the renditions of an upload, kept while they are shown or can be restored by an undo.

create table community_logo_files (
  -- The SHA-256 of the logo.
  "logoId" text not null check ("logoId" ~ '^[0-9a-f]{64}$'),
  kind text not null
    check (kind in ('logo', 'icon-32', 'icon-180', 'icon-192', 'icon-512', 'maskable-192', 'maskable-512')),
  content bytea not null,
  primary key ("logoId", kind)
);
alter table community_settings add "logoId" text;
