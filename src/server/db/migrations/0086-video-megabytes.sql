-- What a template's video loads, with its picture and as sound alone, as measured by its last check (SMALL-03).
alter table meditation_templates add megabytes jsonb;
