-- a row in every new table, for the test of migrations (migrate.db.test.ts)
insert into studio_vector (passage_id, model, hash, vector)
  values ('00000000-0000-7000-8000-000000000001', 'm', 'h', '\x00000000');
