-- What a migration removes that an older version still reads, from its line '-- removes: …'. A server finds it in the
-- migrations that it doesn't know.
alter table migrations add column removes text;
