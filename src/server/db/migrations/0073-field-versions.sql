-- Parts of the community's settings (docs/decisions/0074): when each field changed.

-- By field: the version of its last change; a missing one has never changed, or not since this migration.
alter table community_settings add "fieldVersions" jsonb not null default '{}';
