-- a row in every new table, for the test of migrations (migrate.db.test.ts)
insert into studio_agent (id, owner_id, name, language)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 'n', 'en');
insert into studio_document (id, agent_id, name)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 'n');
insert into studio_version (id, document_id, state, name, size)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 'ready', 'n', 1);
insert into studio_chunk values ('00000000-0000-7000-8000-000000000001', 0, '\x00');
insert into studio_passage (id, version_id, place, text, headings, originals, terms)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 0, 't', '{}', '{t}', '''1.t''');
insert into studio_term select number, 't', 1 from studio_agent;
