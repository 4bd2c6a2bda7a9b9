-- Templates that teachers propose (TEACH-08). They have a table of their own: a schedule references a template, so what
-- isn't one can't be scheduled, and no reader of templates has to leave it out.
create table template_proposals (
  id integer generated always as identity primary key,
  "byId" integer not null references users (id),
  -- All fields of a template, as its calls send them; a migration that adds one to templates adds it here.
  template jsonb not null check (jsonb_typeof(template) = 'object'),
  "proposedAt" timestamptz not null,
  -- Grows with every change by its teacher: an administrator publishes what they have read.
  version integer not null default 1,
  -- What became of it: the template, or a sentence why not. Null while it waits.
  "templateId" integer references meditation_templates (id) on delete cascade,
  sentence text check (sentence <> '' and length(sentence) <= 300),
  "decidedBy" integer references users (id),
  "decidedAt" timestamptz,
  -- When its teacher has read the answer.
  "seenAt" timestamptz,
  constraint "template_proposals_answered_once" check (
    num_nonnulls("decidedAt") = num_nonnulls("templateId", sentence)
  ),
  constraint "template_proposals_seen_is_decided" check ("seenAt" is null or "decidedAt" is not null)
);
create index "template_proposals_by_member" on template_proposals ("byId", id);
create index "template_proposals_waiting" on template_proposals (id) where "decidedAt" is null;
create index "template_proposals_decided" on template_proposals ("decidedAt") where "decidedAt" is not null;
create index "template_proposals_template" on template_proposals ("templateId") where "templateId" is not null;
