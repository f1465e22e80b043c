-- a row in every new table, for the test of migrations (migrate.db.test.ts)
insert into __feature_name___item (id, user_id, text)
values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 't');
