-- A search ignores the joiners and variation selectors that names keep (RFC 5892, A.1 and A.2; emoji).

create or replace function folded(word text) returns text language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, translate(word, U&'\200C\200D\FE0E\FE0F', '')));

update member_keys
  set name = folded(users.name), words = ' ' || folded(users.name) || ' ' || folded(coalesce(email, ''))
  from users
  where users.id = "userId" and users.name ~ U&'[\200C\200D\FE0E\FE0F]';
update member_keys
  set referrer = folded(referrers.name)
  from referrals join users referrers on referrers.id = "referrerId"
  where "referredId" = "userId" and status in ('pending', 'completed')
    and referrers.name ~ U&'[\200C\200D\FE0E\FE0F]';
