-- a row in every new table, for the test of migrations (migrate.db.test.ts)
insert into studio_correction (id, agent_id, question, answer)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 'q', 'a');
insert into studio_report (id, agent_id, owner_id, slug, reason, question, reply)
  values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 's', 'r', 'q', 'a');
insert into studio_asker (agent_id, asker, network) values ('00000000-0000-7000-8000-000000000001', 'h', 'h');
