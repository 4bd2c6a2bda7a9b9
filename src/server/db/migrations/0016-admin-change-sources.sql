-- How a role changed outside the product is stored as an identifier, not as prose.

alter table activities disable trigger "activities_append_only";

update activities
set after = jsonb_set(after, '{way}', case after ->> 'way'
  when 'the shell' then '"cli"'::jsonb
  when 'ADMIN_EMAILS' then '"admin-emails"'::jsonb
  else '"first-admin-link"'::jsonb
end)
where after ->> 'way' in ('the shell', 'ADMIN_EMAILS', 'the link of the first start');

alter table activities enable trigger "activities_append_only";
