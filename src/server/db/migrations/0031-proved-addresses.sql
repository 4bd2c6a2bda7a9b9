-- Whether the address was proved by someone signed in to the account. Only that counts for ADMIN_EMAILS (T70).

alter table identity_users add "emailProvedSignedIn" boolean not null default false;
update identity_users set "emailProvedSignedIn" = "emailVerified";
